//===- Signature.h - Signatures of records ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ed25519 signatures (RFC 8032) by OpenSSL, which is not used before. Messages
/// name key files without their folders, and never quote contents.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_SIGNATURE_H
#define METAOBJ_BASE_SIGNATURE_H

#include "metaobj-c/metaobj_abi.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <vector>

namespace metaobj {

/// Signs the identity of a model with the private key in the PEM file \p
/// KeyFile (PKCS #8, not encrypted). METAOBJ_RECORD_SIGNATURE_SIZE bytes, the
/// same for the same key and identity. Errors: the file is no such key.
llvm::Expected<std::vector<uint8_t>>
signIdentity(llvm::StringRef KeyFile, llvm::ArrayRef<uint8_t> Identity);

/// The public key in the PEM file \p KeyFile. Errors: the file is no such key.
llvm::Expected<std::array<uint8_t, METAOBJ_PUBLIC_KEY_SIZE>>
readEd25519Key(llvm::StringRef KeyFile);

/// Is \p Signature that of \p Identity by the owner of \p Key?
bool isSignatureOf(llvm::ArrayRef<uint8_t> Signature,
                   llvm::ArrayRef<uint8_t> Identity,
                   const std::array<uint8_t, METAOBJ_PUBLIC_KEY_SIZE> &Key);

} // namespace metaobj

#endif // METAOBJ_BASE_SIGNATURE_H
