import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../src/server/postgres/tables.ts'

/** A step of a plan, as `explain (analyze, format json)` names it. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** A statement that ran, with the plan by which it ran. */
export interface RanStatement {
  query: string
  plan: PlanNode
}

const logging = `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
  set auto_explain.log_timing = off; set auto_explain.log_nested_statements = on; set auto_explain.log_format = json;
  set auto_explain.log_level = notice`

/**
 * Collects the plan of every statement that runs on the pools it watches, those of functions and triggers included. With
 * `prefersIndexes` a table is read, or joined, as a whole only where no index serves, whatever share of it is asked for.
 */
export function watchPlans({ prefersIndexes = false } = {}) {
  const settings = prefersIndexes
    ? `${logging}; set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off`
    : logging
  let statements: RanStatement[] = []
  return {
    watch(pool: pg.Pool): void {
      pool.on('connect', client => {
        client.on('notice', ({ message = '' }) => {
          const start = message.indexOf('{')
          if (!message.startsWith('duration: ') || start < 0) return
          const read = JSON.parse(message.slice(start)) as { 'Query Text': string; Plan: PlanNode }
          statements.push({ query: read['Query Text'], plan: read.Plan })
        })
        void client.query(settings)
      })
    },
    /** What ran since this was last asked. */
    take(): RanStatement[] {
      const taken = statements
      statements = []
      return taken
    },
  }
}

/** A table with more rows is large: none is read as a whole. */
const largeTable = 10_000
/** No statement reads more rows of a large table, whatever the index. */
const mostRead = 10_000
/** No statement answers with more rows. */
export const mostAnswered = 1000

/** The tables with more than 10,000 rows. */
export async function findLargeTables(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and reltuples > ${largeTable} and relname not like 'shop\\_%'
      and relnamespace in ('public'::regnamespace, 'search_twin'::regnamespace)`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** A statement that may do what others may not, and why. */
export interface AllowedStatement {
  /** A part of its text. */
  query: string
  problem: RegExp
  why: string
}

/** What is wrong with the statements at this size, each once, with the statement's beginning. */
export function findPlanProblems(
  statements: RanStatement[],
  large: Set<string>,
  allowed: AllowedStatement[] = [],
): string[] {
  const problems = statements.flatMap(({ query, plan }) => {
    const text = query.replace(/\s+/g, ' ').trim()
    return problemsOf(plan, large)
      .filter(problem => !allowed.some(one => text.includes(one.query) && one.problem.test(problem)))
      .map(problem => `${problem}: ${text.slice(0, 400)}`)
  })
  return [...new Set(problems)].sort()
}

function problemsOf(plan: PlanNode, large: Set<string>): string[] {
  const nodes = allNodes(plan)
  const scans = nodes.filter(
    node => large.has(node['Relation Name'] ?? '') && node['Node Type'] !== 'ModifyTable',
  )
  const whole = scans
    .filter(node => node['Node Type'] === 'Seq Scan')
    .map(node => `reads the whole table ${node['Relation Name']}`)
  const read = new Map<string, number>()
  for (const node of scans) {
    const name = node['Relation Name'] ?? ''
    read.set(name, (read.get(name) ?? 0) + rowsRead(node))
  }
  const tooMuch = [...read]
    .filter(([name, rows]) => rows > mostRead && !whole.includes(`reads the whole table ${name}`))
    .map(([name]) => `reads more than ${mostRead} rows of ${name}`)
  const answered = plan['Actual Rows'] * plan['Actual Loops']
  return [
    ...whole,
    ...tooMuch,
    ...(answered > mostAnswered ? [`answers with more than ${mostAnswered} rows`] : []),
  ]
}

/** How many rows a statement read, by whatever step. */
export const rowsReadBy = ({ plan }: RanStatement): number =>
  allNodes(plan).reduce((sum, node) => sum + rowsRead(node), 0)

function rowsRead(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return (node['Actual Rows'] + removed) * node['Actual Loops']
}

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)]
