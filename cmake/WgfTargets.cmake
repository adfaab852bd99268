# wgf_library, wgf_tests and wgf_embed: every target of the project is made through these.
include(GNUInstallDirs)
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # The sloppiness lets files that use the precompiled header hit the cache, the base another clone of them; depend
  # mode saves preprocessing each file before it is compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE_PROGRAM})
endif()
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
# Debian's own Python first: the packages a test imports are installed for that one.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

add_library(wgf_options INTERFACE)
target_compile_options(wgf_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                       -Wno-missing-field-initializers  # designated initialisers leave the rest at its default
                       -Wno-restrict  # false alarms of g++ 12 on std::string (GCC bug 105329)
                       $<$<BOOL:${WGF_WERROR}>:-Werror>)
target_include_directories(wgf_options INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR}/generated)
target_link_libraries(wgf_options INTERFACE fmt::fmt Threads::Threads)

# wgf_precompile(TARGET HEADER OWNER): the header is compiled once, in the target OWNER, and serves every other one.
function(wgf_precompile target header owner)
  target_compile_options(${target} PRIVATE -fpch-preprocess)  # lets ccache see through it
  if(target STREQUAL owner)
    target_precompile_headers(${target} PRIVATE ${header})
  else()
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

# wgf_library(NAME SOURCES a.cpp… DEPENDS base… [PRECOMPILED h | PRECOMPILED_BY target] [OPTIMISED]): static library
# wgf_NAME, linked to the folders it names, with the precompiled header of the front program, its own or another
# target's. OPTIMISED: -O2, where speed counts.
function(wgf_library name)
  cmake_parse_arguments(ARG "OPTIMISED" "PRECOMPILED;PRECOMPILED_BY" "SOURCES;DEPENDS;LINKS" ${ARGN})
  add_library(wgf_${name} STATIC ${ARG_SOURCES})
  if(ARG_OPTIMISED)
    target_compile_options(wgf_${name} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O2>)
  endif()
  if(ARG_PRECOMPILED)
    wgf_precompile(wgf_${name} ${ARG_PRECOMPILED} wgf_${name})
  elseif(ARG_PRECOMPILED_BY)
    wgf_precompile(wgf_${name} "" ${ARG_PRECOMPILED_BY})
  else()
    wgf_precompile(wgf_${name} ${CMAKE_SOURCE_DIR}/cmake/front_pch.h wgf_base)
  endif()
  target_link_libraries(wgf_${name} PUBLIC wgf_options ${ARG_LINKS})
  foreach(folder IN LISTS ARG_DEPENDS)
    target_link_libraries(wgf_${name} PUBLIC wgf_${folder})
  endforeach()
endfunction()

# wgf_one_job(TARGET GROUP a.cpp…): sources of the target that are compiled as one, under the name GROUP, where
# WGF_ONE_JOB is on. Every job reads the precompiled header first: 0.3 s, 1.2 s with JSON, 5 s with LibTorch. Names in
# their unnamed namespaces must differ.
function(wgf_one_job target group)
  target_sources(${target} PRIVATE ${ARGN})
  if(WGF_ONE_JOB)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
  endif()
endfunction()

# wgf_tests(NAME SOURCES a_test.cpp… DEPENDS base… [LABELS l] [LINKS t] [PRECOMPILED_BY target] [APART a_test.cpp…]
# [WHOLE]): one GoogleTest program NAME_test. Some files are compiled as one job, but for those APART, whose names others
# have as well. WHOLE: one test of all, where each in a process of its own would load LibTorch some fifty times.
function(wgf_tests name)
  if(NOT WGF_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "WHOLE" "PRECOMPILED_BY" "SOURCES;DEPENDS;LINKS;LABELS;APART" ${ARGN})
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${name}_test ${ARG_SOURCES})
  target_link_libraries(${name}_test PRIVATE wgf_options GTest::gmock GTest::gtest_main ${ARG_LINKS})
  if(NOT ARG_PRECOMPILED_BY)
    set(ARG_PRECOMPILED_BY base_test)
    target_compile_options(${name}_test PRIVATE -O0)  # half the time to compile; what they test stays optimised
    # Most of what a file costs is the templates of GoogleTest.
    set_target_properties(${name}_test PROPERTIES UNITY_BUILD ${WGF_ONE_JOB} UNITY_BUILD_MODE BATCH UNITY_BUILD_BATCH_SIZE 5)
    set_source_files_properties(${ARG_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  wgf_precompile(${name}_test ${CMAKE_SOURCE_DIR}/cmake/tests_pch.h ${ARG_PRECOMPILED_BY})
  foreach(folder IN LISTS ARG_DEPENDS)
    target_link_libraries(${name}_test PRIVATE wgf_${folder})
  endforeach()
  target_compile_definitions(${name}_test PRIVATE WGF_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                             WGF_BINARY_DIR="${CMAKE_BINARY_DIR}")
  if(NOT ARG_LABELS)
    set(ARG_LABELS ${name})
  endif()
  if(ARG_WHOLE)
    add_test(NAME ${name}.whole COMMAND ${name}_test)
    set_tests_properties(${name}.whole PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 900 COST 1000)  # begins first
    return()
  endif()
  gtest_discover_tests(${name}_test TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                       PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 300)
endfunction()

# wgf_embed(TARGET HEADER_NAME FOLDER GLOB…): the files as text in the binary, declared in generated/HEADER_NAME.h
# as `std::span<const EmbeddedFile> HEADER_NAME()`. GZIP: the text of each is its gzip form.
function(wgf_embed target name)
  cmake_parse_arguments(ARG "GZIP" "FOLDER" "FILES" ${ARGN})
  set(form "")
  if(ARG_GZIP)
    set(form --gzip)
  endif()
  set(out ${CMAKE_BINARY_DIR}/generated/embedded/${name})
  add_custom_command(OUTPUT ${out}.cpp ${out}.h
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/embed.py --name ${name} --root ${ARG_FOLDER}
            --out ${out} ${form} ${ARG_FILES}
    DEPENDS ${CMAKE_SOURCE_DIR}/cmake/embed.py ${ARG_FILES} VERBATIM)
  target_sources(${target} PRIVATE ${out}.cpp)
endfunction()

# wgf_embed_toml(TARGET HEADER_NAME FILES…): TOML files as the build parsed them, declared in generated/HEADER_NAME.h as
# `std::span<const catalog::EmbeddedDocument> HEADER_NAME()`.
function(wgf_embed_toml target name)
  set(out ${CMAKE_BINARY_DIR}/generated/embedded/${name})
  add_custom_command(OUTPUT ${out}.cpp ${out}.h
    COMMAND wgf_embed_toml ${name} ${out} ${CMAKE_SOURCE_DIR} ${ARGN} DEPENDS wgf_embed_toml ${ARGN} VERBATIM)
  target_sources(${target} PRIVATE ${out}.cpp)
endfunction()
