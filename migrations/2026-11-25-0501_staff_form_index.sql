-- no transaction
create unique index concurrently if not exists staff_audit_form on staff_audit (form_key) where form_key is not null;
