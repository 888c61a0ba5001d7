import { Kysely, type KyselyConfig, type Transaction, type TransactionBuilder } from 'kysely'
import type { WorkLimit } from '../../base/work-limit.ts'
import type { Tables } from './tables.ts'

/** A database whose transactions wait for their turn before they take a connection. */
export class BoundedDatabase extends Kysely<Tables> {
  readonly #inTurn: WorkLimit

  constructor(options: KyselyConfig, inTurn: WorkLimit) {
    super(options)
    this.#inTurn = inTurn
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: <T>(work: (tx: Transaction<Tables>) => Promise<T>) => this.#inTurn(() => execute(work)),
    })
  }
}
