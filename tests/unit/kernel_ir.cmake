helicon_unit_test(bundle_test bundle_test.cpp LIBRARIES helicon-kernel-ir)
helicon_unit_test(image_test image_test.cpp LIBRARIES helicon-kernel-ir)
helicon_unit_test(manifest_test manifest_test.cpp LIBRARIES helicon-kernel-ir-llvm)
helicon_uses_llvm(manifest_test)
