-- Whoever runs the server forgets somebody's wrong tries (R1241).
alter table staff_person add column unlocked_at timestamptz;
comment on column staff_person.unlocked_at is 'Since when the wrong tries before count no more (R1241).';
comment on column staff_person.wrong_tries is 'Wrong codes with the right password, from browsers that are not known (R1241).';
comment on column staff_person.locked_until is 'Until when browsers that are not known wait, after five of them (R1241).';
