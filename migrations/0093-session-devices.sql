-- What the device said of itself when it signed in (User-Agent), so that people know their sessions apart. Sessions from before have none.
alter table sessions add column user_agent text not null default '';
