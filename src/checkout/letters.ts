import { formatEuro } from '../base/money.ts'
import { customerById } from '../account/data.ts'
