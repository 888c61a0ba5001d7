import { type Handler, handle } from '../../server/context/handler.ts'
import { collectMoney, collectOrFindPayout } from './collect-service.ts'
import * as contract from './contract.ts'
import { redeemMoney, redeemOrFindPayout } from './redeem-service.ts'

export const calls: Handler[] = [
  handle(contract.createGiftCertificate, collectMoney),
  handle(contract.createGiftCertificateByGet, collectOrFindPayout),
  handle(contract.redeemGift, redeemMoney),
  handle(contract.redeemGiftByGet, redeemOrFindPayout),
]
