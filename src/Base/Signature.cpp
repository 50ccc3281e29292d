//===- Signature.cpp - Signatures of records ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Signature.h"

#include "metaobj/Diagnostic.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>

using namespace llvm;
using namespace metaobj;

namespace {

struct FreeKey {
  void operator()(EVP_PKEY *Key) const { EVP_PKEY_free(Key); }
};
struct FreeContext {
  void operator()(EVP_MD_CTX *Context) const { EVP_MD_CTX_free(Context); }
};
struct FreeBio {
  void operator()(BIO *Bio) const { BIO_free(Bio); }
};
using KeyPointer = std::unique_ptr<EVP_PKEY, FreeKey>;
using ContextPointer = std::unique_ptr<EVP_MD_CTX, FreeContext>;

/// The text of a key file, which is wiped when it is not needed any more.
struct KeyText {
  explicit KeyText(std::unique_ptr<WritableMemoryBuffer> Buffer)
      : Buffer(std::move(Buffer)) {}
  KeyText(KeyText &&) = default;
  ~KeyText() {
    if (Buffer)
      OPENSSL_cleanse(Buffer->getBufferStart(), Buffer->getBufferSize());
  }
  StringRef text() const { return {Buffer->getBufferStart(), Size}; }

  std::unique_ptr<WritableMemoryBuffer> Buffer;
  size_t Size = 0; ///< Of the text, at the start of the buffer.
};

} // namespace

/// A key file has some hundred bytes.
static constexpr uint64_t LargestKeyFile = 1 << 16;

static Error keyError(StringRef KeyFile, const Twine &Reason,
                      const Twine &Hint) {
  // Reasons of OpenSSL wait in a list for whoever asks next.
  ERR_clear_error();
  return inputError(sys::path::filename(KeyFile), Reason, Hint);
}

static Expected<KeyText> readKeyText(StringRef KeyFile, StringRef Hint) {
  auto Fail = [KeyFile](Error Cause) {
    return keyError(KeyFile,
                    "the key cannot be read: " +
                        errorToErrorCode(std::move(Cause)).message(),
                    "");
  };
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(KeyFile);
  if (!File)
    return Fail(File.takeError());
  // A pipe or a device does not tell how much it has.
  KeyText Result(WritableMemoryBuffer::getNewMemBuffer(LargestKeyFile + 1));
  Error Failure = Error::success();
  while (size_t Left = LargestKeyFile + 1 - Result.Size) {
    Expected<size_t> Got = sys::fs::readNativeFile(
        *File, {Result.Buffer->getBufferStart() + Result.Size, Left});
    if (!Got)
      Failure = joinErrors(std::move(Failure), Got.takeError());
    if (!Got || *Got == 0)
      break;
    Result.Size += *Got;
  }
  sys::fs::closeFile(*File);
  if (Failure)
    return Fail(std::move(Failure));
  if (Result.Size > LargestKeyFile)
    return keyError(KeyFile, "is not an Ed25519 key in PEM form", Hint);
  return Result;
}

/// Nobody is asked for a password.
static int noPassword(char * /*Buffer*/, int /*Size*/, int /*Flag*/,
                      void * /*Context*/) {
  return -1;
}

static KeyPointer parseKey(StringRef Text, bool IsPrivate) {
  std::unique_ptr<BIO, FreeBio> Bio(
      BIO_new_mem_buf(Text.data(), static_cast<int>(Text.size())));
  if (!Bio)
    return nullptr;
  return KeyPointer(
      IsPrivate
          ? PEM_read_bio_PrivateKey(Bio.get(), nullptr, noPassword, nullptr)
          : PEM_read_bio_PUBKEY(Bio.get(), nullptr, noPassword, nullptr));
}

static Error wrongKind(StringRef KeyFile, const EVP_PKEY *Key, StringRef Hint) {
  const char *Name = EVP_PKEY_get0_type_name(Key);
  return keyError(KeyFile,
                  "is a key of type " + Twine(Name ? Name : "unknown") +
                      ", wanted Ed25519",
                  Hint);
}

static Expected<KeyPointer> readPrivateKey(StringRef KeyFile) {
  constexpr StringLiteral Hint =
      "make one with: openssl genpkey -algorithm ed25519 -out key.pem";
  Expected<KeyText> Text = readKeyText(KeyFile, Hint);
  if (!Text)
    return Text.takeError();
  if (Text->text().contains("ENCRYPTED"))
    return keyError(KeyFile, "is an encrypted key; no password is asked for",
                    "decrypt it with: openssl pkey -in key.pem -out plain.pem");
  KeyPointer Key = parseKey(Text->text(), /*IsPrivate=*/true);
  if (!Key && Text->text().contains("PUBLIC KEY"))
    return keyError(KeyFile,
                    "is a public key; records are signed with the "
                    "private one",
                    "");
  if (!Key)
    return keyError(KeyFile, "is not an Ed25519 private key in PEM form", Hint);
  if (EVP_PKEY_get_base_id(Key.get()) != EVP_PKEY_ED25519)
    return wrongKind(KeyFile, Key.get(), Hint);
  return Key;
}

Expected<std::array<uint8_t, METAOBJ_PUBLIC_KEY_SIZE>>
metaobj::readEd25519Key(StringRef KeyFile) {
  constexpr StringLiteral Hint =
      "make it with: openssl pkey -in key.pem -pubout -out public.pem";
  Expected<KeyText> Text = readKeyText(KeyFile, Hint);
  if (!Text)
    return Text.takeError();
  if (Text->text().contains("PRIVATE KEY"))
    return keyError(KeyFile, "is a private key, wanted the public one", Hint);
  KeyPointer Key = parseKey(Text->text(), /*IsPrivate=*/false);
  if (!Key)
    return keyError(KeyFile, "is not an Ed25519 public key in PEM form", Hint);
  std::array<uint8_t, METAOBJ_PUBLIC_KEY_SIZE> Result = {};
  size_t Size = Result.size();
  if (EVP_PKEY_get_base_id(Key.get()) != EVP_PKEY_ED25519 ||
      EVP_PKEY_get_raw_public_key(Key.get(), Result.data(), &Size) != 1 ||
      Size != Result.size())
    return wrongKind(KeyFile, Key.get(), Hint);
  return Result;
}

/// What is signed: docs/format.md.
static std::vector<uint8_t> messageOf(ArrayRef<uint8_t> Identity) {
  StringRef Domain = METAOBJ_RECORD_SIGNATURE_DOMAIN;
  std::vector<uint8_t> Message(Domain.bytes_begin(), Domain.bytes_end());
  Message.insert(Message.end(), Identity.begin(), Identity.end());
  return Message;
}

Expected<std::vector<uint8_t>>
metaobj::signIdentity(StringRef KeyFile, ArrayRef<uint8_t> Identity) {
  Expected<KeyPointer> Key = readPrivateKey(KeyFile);
  if (!Key)
    return Key.takeError();
  std::vector<uint8_t> Message = messageOf(Identity);
  std::vector<uint8_t> Signature(METAOBJ_RECORD_SIGNATURE_SIZE);
  size_t Size = Signature.size();
  ContextPointer Context(EVP_MD_CTX_new());
  if (!Context ||
      EVP_DigestSignInit(Context.get(), nullptr, nullptr, nullptr,
                         Key->get()) != 1 ||
      EVP_DigestSign(Context.get(), Signature.data(), &Size, Message.data(),
                     Message.size()) != 1 ||
      Size != Signature.size())
    return keyError(KeyFile, "OpenSSL cannot sign with this key", "");
  return Signature;
}

bool metaobj::isSignatureOf(
    ArrayRef<uint8_t> Signature, ArrayRef<uint8_t> Identity,
    const std::array<uint8_t, METAOBJ_PUBLIC_KEY_SIZE> &Key) {
  std::vector<uint8_t> Message = messageOf(Identity);
  KeyPointer Public(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr,
                                                Key.data(), Key.size()));
  ContextPointer Context(EVP_MD_CTX_new());
  bool IsValid =
      Public && Context &&
      EVP_DigestVerifyInit(Context.get(), nullptr, nullptr, nullptr,
                           Public.get()) == 1 &&
      EVP_DigestVerify(Context.get(), Signature.data(), Signature.size(),
                       Message.data(), Message.size()) == 1;
  ERR_clear_error();
  return IsValid;
}
