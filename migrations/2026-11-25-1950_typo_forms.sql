-- Two keys are at most one typo apart only where they are alike once a letter is left out on either side, or on one. A
-- sound keeps its mark, so that it is not taken for a written word; the key of a place has no typos.
create function typo_forms(key text) returns int[] language sql immutable strict parallel safe
begin atomic
  select case when key ~ '^@' or length(ltrim(key, '~')) < 5 then '{}'::int[]
    else array(select distinct hashtext(left(key, at - 1) || substr(key, at + 1))
      from generate_series(case when key ~ '^~' then 2 else 1 end, length(key) + 1) at)
    end;
end;
comment on function typo_forms is 'Digests of a key and of the key without each of its letters; none of a short key, or of a place.';
