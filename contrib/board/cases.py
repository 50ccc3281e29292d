# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the converters of boards read, print and refuse: texts for check.py.

They are ours, and state what files of public projects state. Comments name
those.
"""

STM32H743 = """\
/* MEMORY { in a comment } */
_estack = ORIGIN(RAM_D1) + LENGTH(RAM_D1);
_Min_Stack_Size = 0x400 ;
MEMORY
{
  DTCMRAM (xrw) : ORIGIN = 0x20000000, LENGTH = 128K
  RAM_D1  (xrw) : ORIGIN = 0x24000000, LENGTH = 512K
  FLASH   (rx)  : ORIGIN = 0x8000000,  LENGTH = 2048K
}
SECTIONS { .text : { *(.text) } >FLASH }
"""
STM32H743_REGIONS = """\
regions:
- {name: DTCMRAM, address: 0x20000000, size: 128K, access: write}
- {name: RAM_D1, address: 0x24000000, size: 512K, access: write}
- {name: FLASH, address: 0x8000000, size: 2048K, access: read}
"""

PICO = """\
__boot_size = 256;
MEMORY { BOOT (r!w) : org = 0x10000000, len = __boot_size
  FLASH(rx) : ORIGIN = ORIGIN(BOOT) + LENGTH(BOOT), LENGTH = 2048k - (2 * 128)
  rom_table : o = 0, l = 16K
}
"""
PICO_REGIONS = """\
regions:
- {name: BOOT, address: 0x10000000, size: 256, access: read}
- {name: FLASH, address: 0x10000100, size: 2096896, access: read}
- {name: rom_table, address: 0x0, size: 16K}
"""

#: As of Zephyr's build for a HiFive1: shifts, no bytes, what no device has;
#: and several on a line. TinyGo's scripts say (rw) of flash.
ZEPHYR = """\
BASE = 0x100; BASE = DEFINED(OTHER) ? OTHER : 0; top = ORIGIN(ROM) + LENGTH(ROM);
PROVIDE(half = 8K); half2 = (half); PROVIDE(half2 = 1);
MEMORY
{
    ROM (rx) : ORIGIN = 536936448, LENGTH = 3934464
    RAM (rwx) : ORIGIN = 0x80000000, LENGTH = ((half2 >> 9) << 10)
    PSRAM (rx) : ORIGIN = 0x18000000, LENGTH = (0 * 1K)
    FLASH_TEXT (r\nw) : ORIGIN = 0x1000, LENGTH = 0x40K A.2 : o = 010, l = 8
    IDT_LIST (wx) : ORIGIN = 0xFFFFF7FF, LENGTH = 2K
}
"""
ZEPHYR_REGIONS = """\
regions:
- {name: ROM, address: 0x20010000, size: 3934464, access: read}
- {name: RAM, address: 0x80000000, size: 16K, access: write}
# left out: PSRAM, which has no bytes
- {name: FLASH_TEXT, address: 0x1000, size: 64K, access: read}  # the script says (r w)
- {name: A_2, address: 0x8, size: 8}
# left out: IDT_LIST, which is for Zephyr's build only
"""

TWO_SLOTS = """\
# Name, Type, SubType, Offset, Size, Flags
nvs,      data, nvs,     0x9000,  0x4000
otadata,  data, ota,     0xd000,  0x2000
phy_init, data, phy,     0xf000,  0x1000
factory,  app,  factory, 0x10000, 1M
ota_0,    app,  ota_0,   ,        1M
model-a,  data, 0x40,    ,        64K
"""
TWO_SLOTS_REGIONS = """\
regions:
- {name: nvs, address: 0x42009000, size: 16384, access: read}
- {name: otadata, address: 0x4200d000, size: 8192, access: read}
- {name: phy_init, address: 0x4200f000, size: 4096, access: read}
- {name: factory, address: 0x42010000, size: 1048576, access: read}
- {name: ota_0, address: 0x42110000, size: 1048576, access: read}
- {name: model_a, address: 0x42210000, size: 65536, access: read}
"""

#: Rows as in esp-matter and in ESP-IDF's tests of updates.
ODD_ROWS = """\
\ufeff# Name, Type, SubType, Offset, Size, Flags

PrimaryBTLDR, bootloader, primary, N/A, N/A, encrypted
PrimaryPrtTable, partition_table, primary, N/A, N/A, encrypted
esp_secure_cert, 0x3F, ,0xd000, 0x2000, encrypted
nvs\t ,data,\t nvs,\t , 0x4000\t,,
factory, app, factory, 0x020000, 2500k
rest, data, 0x40, , -0x300000
"""
ODD_ROWS_REGIONS = """\
regions:
# left out: PrimaryBTLDR, whose place is in the configuration
# left out: PrimaryPrtTable, whose place is in the configuration
- {name: esp_secure_cert, address: 0xd000, size: 8192, access: read}
- {name: nvs, address: 0xf000, size: 16384, access: read}
- {name: factory, address: 0x20000, size: 2560000, access: read}
- {name: rest, address: 0x291000, size: 454656, access: read}
"""

#: As Zephyr 4 prints it, with the constructs of a Nucleo-G474RE, a DISCO-H745,
#: an nRF9160 with TF-M and an ESP32.
TREE = """\
/dts-v1/;

/* node '/' defined in zephyr/dts/common/skeleton.dtsi:9 */
/ {
\t#address-cells = < 0x1 >; /* in zephyr/dts/common/skeleton.dtsi:10 */
\t#size-cells = < 0x1 >; ranges = < 0x0 0x9 0x1 >; /* of no bus */
\tmodel = "A \\"board\\"; { of two";
\tchosen {
\t\tzephyr,sram = &sram1;
\t\tzephyr,flash = "/soc/flash-controller@40022000/flash@8000000";
\t\tzephyr,code-partition = &slot0_partition;
\t\tzephyr,dtcm = &sram0_image;
\t\tzephyr,console = &nothing;
\t};
\tcpus {
\t\t#address-cells = < 0x1 >;
\t\t#size-cells = < 0x0 >;
\t\tcpu0: cpu@0 { device_type = "cpu"; compatible = "arm,cortex-m7"; };
\t};
\tsoc {
\t\t#address-cells = < 0x1 >;
\t\t#size-cells = < 0x1 >;
\t\tranges;
\t\tbytes = [ 00 1f ], "text", < &cpu0 0x10 >;
\t\tflash: flash-controller@40022000 {
\t\t\t#address-cells = < 0x1 >;
\t\t\t#size-cells = < 0x1 >;
\t\t\treg = < 0x40022000 0x400 >;
\t\t\tflash0: flash@8000000 {
\t\t\t\tcompatible = "st,stm32-nv-flash", "soc-nv-flash";
\t\t\t\treg = < 0x8000000 0x80000 >;
\t\t\t\tpartitions {
\t\t\t\t\tcompatible = "fixed-partitions";
\t\t\t\t\t#address-cells = < 0x1 >;
\t\t\t\t\t#size-cells = < 0x1 >;
\t\t\t\t\tboot_partition: partition@0 {
\t\t\t\t\t\tlabel = "mcuboot";
\t\t\t\t\t\treg = < 0x0 0x10000 >;
\t\t\t\t\t\tread-only;
\t\t\t\t\t};
\t\t\t\t\tempty: partition@8000 { reg = < 0x8000 0x0 >; };
\t\t\t\t\tapp: slot0_partition: partition@10000 {
\t\t\t\t\t\tcompatible = "fixed-subpartitions";
\t\t\t\t\t\treg = < 0x10000 0x40000 >;
\t\t\t\t\t\tranges = < 0x0 0x10000 0x40000 >;
\t\t\t\t\t\t#address-cells = < 0x1 >;
\t\t\t\t\t\t#size-cells = < 0x1 >;
\t\t\t\t\t\tslot0_ns_partition: partition@30000 {
\t\t\t\t\t\t\treg = < 0x30000 0x10000 >;
\t\t\t\t\t\t};
\t\t\t\t\t};
\t\t\t\t\tstorage_partition: partition@7f000 {
\t\t\t\t\t\treg = < 0x7f000 0x1000 >;
\t\t\t\t\t};
\t\t\t\t};
\t\t\t};
\t\t};
\t\trram-controller@5004b000 {
\t\t\t#address-cells = < 0x1 >;
\t\t\t#size-cells = < 0x1 >;
\t\t\tranges = < 0x0 0x50000 0x1000 >, < 0x1000 0x70000 0x10000 >;
\t\t\trram: rram@1000 {
\t\t\t\tcompatible = "soc-nv-flash";
\t\t\t\treg = < 0x1000 0x8000 >;
\t\t\t\tranges = < 0x0 0x1000 0x8000 >;
\t\t\t\t#address-cells = < 0x1 >;
\t\t\t\t#size-cells = < 0x1 >;
\t\t\t\tpartitions {
\t\t\t\t\tranges;
\t\t\t\t\t#address-cells = < 0x1 >;
\t\t\t\t\t#size-cells = < 0x1 >;
\t\t\t\t\tkeys: partition@2000 {
\t\t\t\t\t\tcompatible = "zephyr,mapped-partition";
\t\t\t\t\t\treg = < 0x2000 0x6000 >;
\t\t\t\t\t};
\t\t\t\t};
\t\t\t};
\t\t};
\t\tspi: spi@40013000 {
\t\t\t#address-cells = < 0x1 >;
\t\t\t#size-cells = < 0x0 >;
\t\t\tchip: flash@0 {
\t\t\t\tcompatible = "jedec,spi-nor";
\t\t\t\treg = < 0x0 >;
\t\t\t\tpartitions {
\t\t\t\t\tcompatible = "fixed-partitions";
\t\t\t\t\t#address-cells = < 0x1 >;
\t\t\t\t\t#size-cells = < 0x1 >;
\t\t\t\t\tpartition@0 { reg = < 0x0 0x1000 >; };
\t\t\t\t};
\t\t\t};
\t\t};
\t\tflash-controller@3ff42000 {
\t\t\tcompatible = "espressif,esp32-flash-controller";
\t\t\t#address-cells = < 0x1 >;
\t\t\t#size-cells = < 0x1 >;
\t\t\tflash@0 { compatible = "soc-nv-flash"; reg = < 0x0 0x400000 >; };
\t\t};
\t};
\tdtcm: memory@20000000 {
\t\tcompatible = "zephyr,memory-region", "arm,dtcm";
\t\treg = < 0x20000000 0x20000 >;
\t\tzephyr,memory-region = "DTCM";
\t};
\tsram1: memory@24000000 {
\t\tcompatible = "mmio-sram";
\t\treg = < 0x24000000 0x80000 >;
\t};
\tsram4: memory@38000000 {
\t\tcompatible = "zephyr,memory-region";
\t\treg = < 0x38000000 0x4000 >;
\t\tzephyr,memory-attr = < 0x400000 >;
\t\tzephyr,memory-region = "OTHER-CORE";
\t};
\tsram5: memory@39000000 {
\t\tcompatible = "mmio-sram";
\t\treg = < 0x39000000 0x4000 >;
\t\tstatus = "disabled";
\t};
\t/* As on an nRF5340: the chosen memory lies in a larger one. */
\tsram0: memory@30000000 {
\t\tcompatible = "mmio-sram";
\t\treg = < 0x30000000 0x80000 >;
\t\tranges = < 0x0 0x30000000 0x80000 >;
\t\t#address-cells = < 0x1 >;
\t\t#size-cells = < 0x1 >;
\t\tsram0_image: sram@10000 { reg = < 0x10000 0x60000 >; };
\t};
\twide {
\t\t#address-cells = < 0x2 >;
\t\t#size-cells = < 0x2 >;
\t\tranges;
\t\tddr: memory@880000000 {
\t\t\tdevice_type = "memory";
\t\t\treg = < 0x8 0x80000000 0x0 0x40000000 >, < 0x9 0x0 0x1 0x0 >;
\t\t};
\t};
};
"""
TREE_REGIONS = """\
regions:
- {name: app, address: 0x8010000, size: 196608, access: read}
- {name: flash0, address: 0x8050000, size: 192512, access: read}
- {name: sram1, address: 0x24000000, size: 524288, access: write}
- {name: sram0_image, address: 0x30010000, size: 393216, access: write}
- {name: boot_partition, address: 0x8000000, size: 65536, access: read}
- {name: slot0_ns_partition, address: 0x8040000, size: 65536, access: read}
- {name: storage_partition, address: 0x807f000, size: 4096, access: read}
- {name: rram, address: 0x70000, size: 8192, access: read}
- {name: keys, address: 0x72000, size: 24576, access: read}
- {name: DTCM, address: 0x20000000, size: 131072, access: write}
- {name: OTHER_CORE, address: 0x38000000, size: 16384, access: read}
- {name: sram0, address: 0x30000000, size: 65536, access: write}
- {name: sram0_2, address: 0x30070000, size: 65536, access: write}
- {name: ddr, address: 0x880000000, size: 1073741824, access: write}
- {name: ddr_2, address: 0x900000000, size: 4294967296, access: write}
# left out: 'partition@0' (line 89): it has no address for programs
# left out: 'flash@0' (line 97): programs see it where software maps it
"""


def memory_tree(properties):
    """A tree with one memory."""
    return f"/ {{\n m: memory@1 {{ compatible = \"mmio-sram\"; {properties} }}; }};"


BAD_TREES = {
    "": "input:1: found 'the end of the file'; expected the text that Zephyr's",
    "/ { };": "input: has no memory",
    "/ { a: flash@0 { compatible = \"soc-nv-flash\"; }; };":
        "has no memory\n# left out: 'flash@0' (line 1): it has no address",
    "/dts-v1/;\n#include <a.dtsi>\n": "input:2: found '#include'; expected the",
    "/ { };\n&sram0 { status = \"okay\"; };": "input:2: found '&sram0'; expected",
    "/ {\n/delete-node/ a;\n};": "input:2: found '/delete-node/'; expected",
    "/ {\n a { };\n a { };\n};": "input:3: has 'a' twice in '/'",
    "/ {\n a = < 1 >;\n a = < 2 >;\n};": "input:3: has 'a' twice in '/'",
    "/ { a {": "found 'the end of the file'; expected the text",
    "/ { a = ": "cannot read the value 'the end of the file'",
    "/ {\n a = \"text": "input:2: cannot read '\"text'; expected the text",
    memory_tree("reg = < DT_SIZE_K(1) >;"): "cannot read the value 'DT_SIZE_K'",
    memory_tree("reg = < 0x1 0x2 >;"): "expected rows of 3 numbers of 32 bits",
    memory_tree("reg = < 0x1 0x2 &m >;"): "expected rows of 3 numbers",
    memory_tree("reg = < 0x100000000 0x0 0x0 >;"): "expected rows of 3 numbers",
    "/ { #size-cells = < 0x9 >; m { reg = < 0x0 >; compatible = \"arm,itcm\"; }; };":
        "expected 0, 1 or 2 in '#size-cells', found [9]",
    TREE.replace('compatible = "fixed-subpartitions";\n\t\t\t\t\t\treg',
                 'compatible = "fixed-subpartitions";\n\t\t\t\t\t\tregs')
        .replace("ranges = < 0x0 0x10000 0x40000 >;", ""):
        "'partition@10000' has partitions, and no address",
    "/ {\n chosen { zephyr,sram = &ram; };\n};":
        "input:2: 'zephyr,sram' is '&ram', which is missing or disabled",
    TREE.replace("0x7f000 0x1000", "0x7f000 0x2000"):
        "'flash@8000000' has partitions that overlap, or end behind it",
    TREE.replace("0x30000 0x10000 >", "0x40000 0x10000 >"):
        "'partition@30000': 0x40000 is in no part of 'ranges' of 'partition@10000'",
}

#: As in Keil's pack for STM32F2, ARM's for Cortex-M and the test packs of
#: Open-CMSIS-Pack: names from outside inside, names of old, two processors.
PACK = """\
<?xml version="1.0" encoding="UTF-8"?>
<package schemaVersion="1.7.36">
  <devices><family Dfamily="F2 Series" Dvendor="STMicroelectronics:13">
    <memory name="OTP" access="r" start="0x1FFF7800" size="0x210"/>
    <subFamily DsubFamily="F205">
      <device Dname="F205RF">
        <memory name="SRAM"  access="rwx" start="0x20000000"
                size="0x20000" default="1"/>
        <memory name="Flash" access="rx"  start="0x08000000"
                size="0xC0000" default="1" startup="1"/>
        <algorithm name="F2xx_1024.FLM" start="0x08000000" size="0xC0000" default="1"/>
        <variant Dvariant="F205RFTx"> <feature type="QFP" n="64"/> </variant>
        <variant Dvariant="F205RFXx">
          <memory name="SRAM" access="rwx" start="0x20000000"
                  size="0x10000" default="1"/>
        </variant>
      </device>
      <memory name="Backup-1" access="rw" start="0x40024000" size="4096" uninit="1"/>
    </subFamily>
    <device Dname="Old">
      <memory id="IROM1" start="0x01000000" size="0x40000" default="1"/>
      <memory id="IRAM1" start="0x81000000" size="0x20000" default="1"/>
      <memory id="IROM2" start="0x02000000" size="0x40000" default="1" startup="1"/>
      <memory id="IROM5" start="0x05000000" size="0x0" default="1"/>
      <memory name="OTP_NS" access="rn" start="0x2" size="2" alias="O&#10;P"/>
      <memory name="GPIO" access="rwp" start="0x3" size="2"/>
    </device>
    <device Dname="Two">
      <memory id="IROM1" start="0x01000000" size="0x40000" startup="1" Pname="cm0"/>
      <memory id="IROM1" start="0x02000000" size="0x40000" startup="1" Pname="cm1"/>
    </device>
  </family></devices>
  <boards><board><memory name="no" access="r" start="0" size="1"/></board></boards>
</package>
"""
OTP = "- {name: OTP, address: 0x1fff7800, size: 528, access: read}\n"
BACKUP = ("- {name: Backup_1, address: 0x40024000, size: 4096, access: write, "
          "load: nobody}\n")
F205RF_REGIONS = """\
regions:
- {name: Flash, address: 0x8000000, size: 786432, access: read}
- {name: SRAM, address: 0x20000000, size: 131072, access: write}
""" + OTP + BACKUP
OLD_REGIONS = """\
regions:
- {name: IROM2, address: 0x2000000, size: 262144, access: read}
- {name: IROM1, address: 0x1000000, size: 262144, access: read}
- {name: IRAM1, address: 0x81000000, size: 131072, access: write}
# left out: 'IROM5' (line 24) has no bytes
""" + OTP + """\
# left out: 'OTP_NS' (line 25) is an alias of 'O\\nP'
# left out: 'GPIO' (line 26) is for peripherals
"""
TWO_REGIONS = """\
regions:
- {name: IROM1, address: 0x2000000, size: 262144, access: read}
""" + OTP

#: Options, text, and a part of what the converter says.
BAD_PACKS = [
    ("", PACK, "has several devices; name one by --device\nF205RF\nF205RFTx\n"
     "F205RFXx\nOld\nTwo\n"),
    ("--device=rfx", PACK, "input:1: has no device 'rfx'\nF205RFXx\n"),
    ("--device=none", PACK, "has no device 'none'\nF205RF\n"),
    ("--device=Two", PACK, "input:28: 'Two' has memories for each processor; "
     "name one by --processor\ncm0\ncm1\n"),
    ("--device=Old --processor=cm0", PACK, "leave out --processor"),
    ("--device=Old", PACK.replace('"Two"', '"Old"'), "input:20: 'Old' is there "
     "2 times with other memories (lines 20, 28)"),
    ("--device=Old", PACK.replace('"0x2"', '"2K"'), "input:25: expected a "
     "number in 'start' of the memory, such as 0x8000, found '2K'"),
    ("--device=Old", PACK.replace('id="IROM2"', 'id="IROM1"'), "input:23: the "
     "memory 'IROM1' is there twice in 'Old'"),
    ("--device=Old", PACK.replace('id="IRAM1"', 'name="X"'), "input:22: the "
     "memory 'X' has access ''; expected letters of rwxpsnc"),
    ("", "<package><devices/></package>", "input: has no devices"),
    ("", "<package><device Dname='a'/></package>", "'a' has no memories"),
    ("", "<svd/>", "input:1: expected <package>, found <svd>"),
    # As in packs that were published: quotes and spaces are missing.
    ("", "<package>\n<memory name=ROM\" access=\"rx\"/>", "input:2: cannot be read "
     "as XML: not well-formed"),
    ("", "<package>\n<memory uninit=\"1\"Pname=\"cm0\"/>", "input:2: cannot be "
     "read as XML: not well-formed"),
    ("", "<package>\n<device>", "input:2: cannot be read as XML: no element"),
    ("--device=a", "<package>" + "<family>" * 5000 + "<device Dname='a'/>" +
     "</family>" * 5000 + "</package>", "input:1: 'a' has no memories"),
    # Entities that name entities, and files.
    ("", "<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;'>]>\n<package>&c;"
     "</package>", "input:1: has a DOCTYPE, which packs do not have"),
    ("", "<?xml version='1.0'?>\n<!DOCTYPE a SYSTEM 'file:///etc/passwd'>\n"
     "<package/>", "input:2: has a DOCTYPE"),
    ("", "<package>&c;</package>", "cannot be read as XML: undefined entity"),
]

#: Text, and a part of what the converter says.
BAD_SCRIPTS = {
    "SECTIONS { }": "has no MEMORY",
    "MEMORY { A : ORIGIN = B, LENGTH = 1K }": "no value of 'B' before it",
    "MEMORY { A : ORIGIN = ORIGIN(C), LENGTH = 1K }": "no memory 'C' before it",
    "MEMORY { A : ORIGIN = 1 / 0, LENGTH = 1K }": "divides by 0",
    "MEMORY { A : ORIGIN = 1 << 64, LENGTH = 1K }": "shifts by 64 bits",
    "MEMORY { A : ORIGIN = 08, LENGTH = 1K }": "cannot read '08'",
    "MEMORY { A : ORIGIN = -1, LENGTH = 1K }": "cannot read '-' in '-1'",
    "x = 1; x = DEFINED(y) ? 2 : 3; MEMORY { A : o = x, l = 1 }":
        "no value of 'x' before it",
    "x = 1; x += 1; MEMORY { A : o = x, l = 1 }": "no value of 'x' before it",
    "/* 1\n2 */\nMEMORY {\n A : ORIGIN = B, LENGTH = 1K }": "input:4: 'B': no",
    "MEMORY {\n INCLUDE \"f.ld\"\n}": "input:2: cannot read the memory 'INCLUDE "
                                    "\"f.ld\"'; expected NAME (rx)",
    "\n#ifdef BIG\nMEMORY { A : o = 1, l = 1 }\n#else":
        "input:2: '#ifdef' is for the C preprocessor; give its output",
    "MEMORY { A : ORIGIN = (1, LENGTH = 1K }": "expected ')'",
    "MEMORY { A : LENGTH = 1K }": "cannot read the memory",
}
BAD_TABLES = {
    "# nothing\n": "has no partition",
    "a, app, factory\n": "has 3 columns",
    "a, app, factory, 0x10000, big\n": "expected a number",
    "a, app, factory, 0x11000, 1M\n": "must be aligned to 0x10000",
    "a, data, nvs, 0x1000, 4K\n": "before the end of what is in front of it",
    "# \n\n, app, factory, 0x10000, 1M\n": "input:3: '' has 5 columns",
    "a, app, factory, 0x10000, -0x10000\n": "has no bytes there",
    "a, bootloader, primary, N/A, N/A\n": "has no partition",
}


#: As of Zephyr's qemu_cortex_m3, a Stellaris LM3S6965.
LM3S6965 = """\
/dts-v1/;
/ {
\t#address-cells = < 0x1 >;
\t#size-cells = < 0x1 >;
\tcompatible = "ti,lm3s6965evb-qemu", "ti,lm3s6965";
\tchosen { zephyr,sram = &sram0; zephyr,flash = &flash0; };
\tsoc {
\t\t#address-cells = < 0x1 >;
\t\t#size-cells = < 0x1 >;
\t\tranges;
\t\tflash-controller@400fd000 {
\t\t\t#address-cells = < 0x1 >;
\t\t\t#size-cells = < 0x1 >;
\t\t\treg = < 0x400fd000 0x1000 >;
\t\t\tflash0: flash@0 { compatible = "soc-nv-flash"; reg = < 0x0 0x40000 >; };
\t\t};
\t};
\tsram0: memory@20000000 { compatible = "mmio-sram"; reg = < 0x20000000 0x10000 >; };
};
"""
