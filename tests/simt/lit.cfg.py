import os

import lit.formats

config.name = "simt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cu"]
config.excludes = ["inputs"]
config.test_source_root = os.path.dirname(__file__)
config.environment["PATH"] = os.pathsep.join(
    [config.tools_dir, config.filecheck_dir, os.environ.get("PATH", "")]
)

# Device code from source, as mcc stores it, with no header but tests/simt/inputs/device.h.
config.substitutions.append(
    (
        "%device",
        f"{config.clang} -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 -nocudainc -nocudalib"
        " -Wno-unknown-cuda-version -std=c++17 -O1 -Xclang -disable-llvm-passes"
        " -Xclang -disable-lifetime-markers -fno-strict-float-cast-overflow -funroll-loops"
        f" -include {config.test_source_root}/inputs/device.h -S -emit-llvm -o -",
    )
)
