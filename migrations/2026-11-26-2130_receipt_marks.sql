-- Receipts are compared without hyphens, points and slashes, but for one between two digits (R967). Where two that count
-- would be one now, the later keeps its key: each stays found by its own number.
update till_receipt set number_key = folded.key
from (
  select id, row_number() over (partition by key, reversed_at is null order by number_key <> key, id) as place, key
  from (
    select id, number_key, reversed_at, regexp_replace(
      regexp_replace(number_key, '(?<![0-9])[-‐‑‒–—―−./_#:]+|[-‐‑‒–—―−./_#:]+(?![0-9])', '', 'g'),
      '[-‐‑‒–—―−./_#:]+', '-', 'g') as key
    from till_receipt
  ) every
) folded
where folded.id = till_receipt.id and (folded.place = 1 or till_receipt.reversed_at is not null)
  and folded.key <> till_receipt.number_key;
