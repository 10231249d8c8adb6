-- What an API key may do beyond its role, such as a weighbridge PC that may count. Never more than its maker may do now.
alter table api_keys add column permissions text[] not null default '{}';
