# SPDX-License-Identifier: Apache-2.0
# cmake -D LINKER=ld -D NM=nm -D OBJCOPY=objcopy -D LIST=FILE -D OBJECT=FILE -P prelink_object.cmake
# Links the objects that LIST names to the one OBJECT, in which weak functions and virtual tables are local.
execute_process(COMMAND ${LINKER} -r --force-group-allocation @${LIST} -o ${OBJECT} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${NM} --format=posix --defined-only ${OBJECT} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
# W: a weak function; V: weak data, of which virtual tables lead to functions. What is in namespace graze::particles no
# public header has, so no user's copy exists; its explicit instantiations stay visible, for the tests.
string(REGEX MATCHALL "[^\n ]+ W |_ZT[VT][^\n ]+ V " weak "${symbols}")
list(TRANSFORM weak REPLACE " [WV] $" "")
list(FILTER weak EXCLUDE REGEX "^_ZNK?5graze9particles")
list(JOIN weak "\n" weak)
file(WRITE ${OBJECT}.local "${weak}\n")
execute_process(COMMAND ${OBJCOPY} --localize-symbols=${OBJECT}.local ${OBJECT} COMMAND_ERROR_IS_FATAL ANY)
