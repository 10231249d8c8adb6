-- Whether a load that lowers the grade of what lies in a bay needs a reason, and the reason of one that did
-- (docs/decisions/0097-a-reason-for-a-lower-grade.md).
alter table organisations add column requires_grade_reason boolean not null default false;
alter table movements add column grade_reason text not null default '';
