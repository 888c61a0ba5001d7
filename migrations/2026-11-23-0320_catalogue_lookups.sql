-- no transaction
-- Products by a name in either language, as the history of a registry notes them.
create index concurrently if not exists product_text_name on product_text (name);
-- Products of a category, among which a substitute for a gift is looked for.
create index concurrently if not exists product_categories on product using gin (category_ids);
