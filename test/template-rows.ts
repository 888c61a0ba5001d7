/**
 * Makes a function `seed.restore()` in the template, which brings a database made of it back to how the template is:
 * its rows and the next numbers of its sequences. It alters no definition, so that what is planned stays planned;
 * false, and nothing done, when a table, function or trigger was made, altered or dropped there.
 * Rows that the template has are kept in the schema `seed`; they are written again only if one of them was changed, which
 * the transaction that wrote them tells (`xmin`).
 */
export const restoreFunction = `
  create schema seed;
  create table seed.written (name text primary key, rows bigint not null, before xid8 not null, again xid8);
  create table seed.altered (tag text);
  create table seed.sequence (id oid, next bigint not null, is_called boolean not null);
  do $make$
  declare
    of_table record;
    of_sequence record;
    columns text;
    counted bigint;
    body text := '';
  begin
    for of_table in
      select c.oid, n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'shop') order by 2
    loop
      execute format('select count(*) from %s', of_table.quoted) into counted;
      if counted = 0 then
        body := body || format('if exists (select from %1$s) then delete from %1$s; end if;', of_table.quoted);
      else
        select string_agg(quote_ident(attname), ', ' order by attnum) into columns from pg_attribute
        where attrelid = of_table.oid and attnum > 0 and not attisdropped and attgenerated = '';
        execute format('create table seed.%I as table %s', of_table.name, of_table.quoted);
        insert into seed.written values (of_table.name, counted, pg_current_xact_id(), null);
        body := body || format(
          'if (select count(*) <> kept.rows or bool_or(of.xmin::text::bigint > kept.before::text::bigint
                 and of.xmin::text::bigint is distinct from kept.again::text::bigint)
               from %1$s of, seed.written kept where kept.name = %3$L group by kept.rows) is not false then
             delete from %1$s;
             insert into %1$s (%2$s) overriding system value select %2$s from seed.%4$I;
             update seed.written set again = pg_current_xact_id() where name = %3$L;
           end if;', of_table.quoted, columns, of_table.name, of_table.name);
      end if;
    end loop;
    for of_sequence in
      select c.oid, format('%I.%I', n.nspname, c.relname) as quoted
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'S' and n.nspname in ('public', 'shop')
    loop
      execute format('insert into seed.sequence select %s, last_value, is_called from %s', of_sequence.oid, of_sequence.quoted);
    end loop;
    execute format('create function seed.restore() returns boolean language plpgsql
      set session_replication_role = replica as %L',
      'begin if exists (select from seed.altered) then return false; end if;' || body
      || ' perform setval(id, next, is_called) from seed.sequence; return true; end');
  end $make$;
  create function seed.note_made() returns event_trigger language plpgsql as
    $$ begin insert into seed.altered select command_tag from pg_event_trigger_ddl_commands(); end $$;
  create function seed.note_dropped() returns event_trigger language plpgsql as
    $$ begin insert into seed.altered values (tg_tag); end $$;
  create event trigger seed_made on ddl_command_end execute function seed.note_made();
  create event trigger seed_dropped on sql_drop execute function seed.note_dropped();`
