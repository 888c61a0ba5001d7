-- When an invitation with this picture last left: its readers open it long after the host has chosen another
alter table invitation_picture add column mailed_at timestamptz;
