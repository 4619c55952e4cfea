#!/bin/sh
# Stands in for nvcc: plans both passes of a source in nvcc's form, with the host compiler of this machine.
here=$(dirname "$0")
keep=; source=; options=; architectures=; run=
front='--static-host-stub --gnu_version=120200'
standard=c++17
while [ $# -gt 0 ]; do
    case "$1" in
        --dryrun|--keep) ;;
        -c) run=c ;;
        -dc) run=c; front="$front --device-c" ;;
        --keep-dir) keep=$2; shift ;;
        --options-file) for word in $(cat "$2"); do options="$options \"$word\""; done; shift ;;
        -x) [ "$2" = cu ] && run=c; language=$2; shift ;;
        -o|-MF|-MT) shift ;;
        -MD) ;;
        -std=*) standard=${1#-std=} ;;
        --extended-lambda) front="$front --extended-lambda" ;;
        -arch=sm_*) architectures="$architectures ${1#-arch=sm_}" ;;
        -D*|-I*) options="$options \"$(printf '%s' "$1" | sed 's/["\\]/\\&/g')\"" ;;
        -*) echo "nvcc fatal   : Unknown option '$1'" >&2; exit 1 ;;
        *) source=$1 ;;
    esac
    shift
done
name=$(basename "${source%.*}")
case "$source" in *.cu) language=cu ;; esac
echo "#\$ TOP=$here" >&2
if [ "$language" != cu ]; then
    echo "#\$ g++ -c -x c++ $options \"$source\" -o \"$name.o\" " >&2
    exit 0
fi
front="--$standard $front --allow_managed --orig_src_file_name \"$source\" --orig_src_path_name \"$(pwd)/$source\""
common="-E -x c++ $options -include \"\$TOP/keywords.h\""
echo "#\$ g++ $common \"$source\" -o \"$keep/$name.cpp4.ii\" " >&2
echo "#\$ cudafe++ $front --parse_templates --gen_c_file_name \"$keep/$name.cudafe1.cpp\" --stub_file_name \"$name.cudafe1.stub.c\" --gen_module_id_file --module_id_file_name \"$keep/$name.module_id\" \"$keep/$name.cpp4.ii\" " >&2
for architecture in ${architectures:-75}; do
    text="$keep/$name.compute_$architecture.cpp1.ii"
    echo "#\$ g++ -D__CUDA_ARCH__=${architecture}0 $common \"$source\" -o \"$text\" " >&2
    echo "#\$ \"$here/cicc\" $front -arch compute_$architecture -m64 \"$text\" -o \"$keep/$name.ptx\"" >&2
done
echo "#\$ g++ -c -x c++ \"$keep/$name.cudafe1.cpp\" -o \"$name.o\" " >&2
