#!/bin/sh
# A systemd of one user, in mounts and a control group of its own, so that this machine has none of it afterwards.
# It takes the directory of the user's runtime files and a name for its group, and says "ready" once it runs.
set -eu
runtime=$1
group=$2
mount -t tmpfs tmpfs /run
# Where systemd looks whether it runs this machine; it starts user managers nowhere else.
mkdir -p /run/systemd/system
for hierarchy in /sys/fs/cgroup /sys/fs/cgroup/*; do
  [ -e "$hierarchy/cgroup.procs" ] || continue
  mkdir "$hierarchy/$group" 2>/dev/null || continue
  echo $$ >"$hierarchy/$group/cgroup.procs" 2>/dev/null || rmdir "$hierarchy/$group"
done
# A manager takes for its own every process of the group that it begins in, so that must be no other's group.
if grep -E "^[0-9]+:(name=systemd)?:" /proc/self/cgroup | grep -qv ":/$group\$"; then
  echo "no control group of its own" >&2
  exit 1
fi
export XDG_RUNTIME_DIR="$runtime"
/lib/systemd/systemd --user &
manager=$!
trap 'kill $manager' TERM INT
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  systemctl --user is-system-running --wait && break
  kill -0 $manager
  sleep 0.2
done
echo ready
wait $manager
