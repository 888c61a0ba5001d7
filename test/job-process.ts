// A process that takes one job and never ends it; says when it has begun. For tests of jobs that are killed.
import { pino } from 'pino'
import { startJobs } from '../src/server/jobs/job-runner.ts'

const job = {
  name: 'endless',
  everySeconds: 3600,
  work: () => {
    process.send?.('begun')
    return new Promise(() => {})
  },
}
await startJobs(process.env.DATABASE_URL ?? '', [job], { log: pino({ level: 'silent' }) })
process.send?.('ready')
