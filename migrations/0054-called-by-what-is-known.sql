-- A movement is called, found and counted by what is known of its stock now; what it was called when it was entered, as its ticket says,
-- is kept apart (docs/decisions/0005). It was the other way round. Empty where it is the same; null where nobody has looked yet.
alter table movements rename column carried to entered;
update movements set
  entered = jsonb_build_object('typeId', type_id, 'gradeId', grade_id, 'variety', variety, 'tagIds', tag_ids, 'quality', quality),
  type_id = (entered ->> 'typeId')::integer,
  grade_id = (entered ->> 'gradeId')::integer,
  variety = entered ->> 'variety',
  tag_ids = array(select each::integer from jsonb_array_elements_text(entered -> 'tagIds') with ordinality as tags (each, place) order by place),
  quality = entered -> 'quality'
where entered <> '{}';
