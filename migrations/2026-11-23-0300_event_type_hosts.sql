-- Whose names the forms ask for: a couple's, the parents', one person's, the organisers', or whoever hosts.
alter table event_type
  add column host_kind text not null default 'hosts'
    check (host_kind in ('couple', 'parents', 'person', 'organisers', 'hosts'));
update event_type set host_kind = kinds.host_kind
from (values
  ('wedding', 'couple'),
  ('baptism', 'parents'),
  ('baby-shower', 'parents'),
  ('birthday', 'person'),
  ('student-life', 'person'),
  ('group-activity', 'organisers')
) as kinds (slug, host_kind)
where kinds.slug = event_type.slug;

-- “Let's Event” has a Greek name. Texts that a shop has changed stay.
update event_type_text set name = 'Πάρτι', search_words = 'πάρτι πάρτυ', landing_title = 'Λίστα για πάρτι',
  landing_lead = 'Μια βραδιά με φίλους, μια ονομαστική γιορτή, ένα τραπέζι που αξίζει κάτι παραπάνω από ένα μπουκάλι κρασί.'
where slug = 'lets-event' and language = 'el' and name = 'Let’s event';
