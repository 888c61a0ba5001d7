-- Which registry a picture was made for, so that what one registry and one account keep can be counted and dropped.
alter table invitation_picture add column registry_id bigint references registry (id) on delete set null;
update invitation_picture picture set registry_id = content.registry_id
from invitation_content content where content.background_image = picture.name;
create index invitation_picture_registry on invitation_picture (registry_id) where registry_id is not null;

-- Null: the site's own card or an article's, and what was drawn before.
alter table share_picture add column registry_id bigint references registry (id) on delete set null;
create index share_picture_registry on share_picture (registry_id) where registry_id is not null;
