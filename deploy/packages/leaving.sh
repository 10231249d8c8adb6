# Before the program is removed: it ends what it has under way.
if [ -d /run/systemd/system ]; then
  systemctl disable --now granary.service granary-backup.timer || true
fi
