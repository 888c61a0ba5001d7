-- Up to which moment the shop's changes of products have been read, between two sweeps of the whole.
alter table sweep add column changes_at timestamptz;
