# The ECharts of web/package-lock.json inside the program, twice: its source for pages and, for pictures, as bytecode of
# the Duktape the program is linked to.
set(echarts ${CMAKE_SOURCE_DIR}/web/node_modules/echarts/dist/echarts.min.js)
if(NOT EXISTS ${echarts})
  message(FATAL_ERROR "The scripts of reports are missing: run tools/fetch_web.sh (make does it), then cmake again")
endif()
find_path(DUKTAPE_INCLUDE duktape.h REQUIRED)
find_library(DUKTAPE_LIBRARY duktape REQUIRED)
add_library(wgf_duktape INTERFACE)
target_include_directories(wgf_duktape SYSTEM INTERFACE ${DUKTAPE_INCLUDE})
target_link_libraries(wgf_duktape INTERFACE ${DUKTAPE_LIBRARY})

add_executable(compile_script charts/compile_script.cpp)
target_link_libraries(compile_script PRIVATE wgf_options wgf_duktape)
set(bytecode ${CMAKE_BINARY_DIR}/generated/echarts.duk)
add_custom_command(OUTPUT ${bytecode} COMMAND compile_script ${echarts} ${bytecode} DEPENDS compile_script ${echarts}
                   VERBATIM)
wgf_embed(wgf_report chart_scripts FOLDER ${CMAKE_SOURCE_DIR}/web/node_modules FILES ${echarts} GZIP)
wgf_embed(wgf_report chart_bytecode FOLDER ${CMAKE_BINARY_DIR}/generated FILES ${bytecode} GZIP)
target_link_libraries(wgf_report PRIVATE wgf_duktape ${CMAKE_DL_LIBS})
