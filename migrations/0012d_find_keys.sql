-- “Panayiotis” sounds like Παναγιώτης now: the dictionary is written anew by the clock
truncate find_word cascade;
update registry set find_kept = false where find_kept;
