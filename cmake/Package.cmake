# The .deb: the SDK's tree in /opt/helicon; mcc and helicon on the PATH; /usr/local/musa, which build files name, points
# to it where nothing else is. Made by: cpack --config build/<preset>/CPackConfig.cmake
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME helicon)
set(CPACK_PACKAGE_VENDOR "Helicon")
set(CPACK_PACKAGE_CONTACT "Helicon maintainers <maintainers@helicon.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "MUSA toolkit that runs kernels on the CPU")
set(CPACK_PACKAGE_DESCRIPTION
  "Compiles MUSA and CUDA-style sources with mcc and runs their kernels on the CPU's vector units, under the names,
headers, flags and error codes of the MUSA SDK.")
set(CPACK_PACKAGING_INSTALL_PREFIX /opt/helicon)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# Shared libraries are found by dpkg-shlibdeps; these are used without being linked: clang and ld by mcc, its C and C++
# headers, and SLEEF by the code that the jit makes.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${HELICON_SDK_DIR}/lib ${HELICON_SDK_DIR}/lib/helicon)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, libsleef3, libstdc++-12-dev, libc6-dev, binutils")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
  ${CMAKE_CURRENT_LIST_DIR}/debian/postinst ${CMAKE_CURRENT_LIST_DIR}/debian/prerm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
