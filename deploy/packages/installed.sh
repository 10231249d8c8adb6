# The account, the folders and the service. Run by install.sh, and after the Debian package or the rpm was unpacked.
getent passwd granary >/dev/null || useradd --system --home-dir /var/lib/granary --shell /usr/sbin/nologin granary
install -d -m 700 -o granary -g granary /var/lib/granary /var/backups/granary
chmod 600 /etc/granary/granary.env
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl enable granary.service granary-backup.timer
  systemctl restart granary.service granary-backup.timer
  echo 'Granary is starting at http://127.0.0.1:3000. The link for the first sign-in: journalctl -u granary'
else
  echo 'There is no systemd here: start Granary by hand with "granary serve".'
fi
