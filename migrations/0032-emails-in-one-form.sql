-- E-mails are compared in one Unicode form, and until lately were kept as they were typed: who had typed ö as two characters was found by no
-- keyboard any more. Where somebody has another account by the address in that form, it goes on being the one that is found.
update users as u set email = normalize(u.email, nfc)
where u.id in (
  select distinct on (normalize(email, nfc)) id from users where email is not nfc normalized order by normalize(email, nfc), created_at, id
) and not exists (select from users as other where other.email = normalize(u.email, nfc));

update invitations set email = normalize(email, nfc) where email is not nfc normalized;
