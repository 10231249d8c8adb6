-- From where somebody has signed in: what fails elsewhere does not keep them waiting there. `subject` is a hash of the e-mail and the network.
create table known_networks (
  subject text primary key,
  signed_in_at timestamptz not null
);
