-- How each job last ended, on whichever process.
create table job_run (
  name text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz
);
comment on table job_run is 'When each job last succeeded and failed, on whichever process; those of every few seconds to 20 seconds.';
