// What hardly anybody opens twice, in one script: each of its own would be named by the first script that everybody fetches.

export { DomainProof } from './screens/domain-proof/domain-proof.tsx'
export { help as domainProofHelp } from './screens/domain-proof/help.ts'
export { FactorReset } from './screens/factor-reset/factor-reset.tsx'
export { help as factorResetHelp } from './screens/factor-reset/help.ts'
export { help as invitationHelp } from './screens/invitation/help.ts'
export { Invitation } from './screens/invitation/invitation.tsx'
export { help as newPasswordHelp } from './screens/new-password/help.ts'
export { NewPassword } from './screens/new-password/new-password.tsx'
export { help as providerReturnHelp } from './screens/provider-return/help.ts'
export { ProviderReturn } from './screens/provider-return/provider-return.tsx'
export { help as welcomeHelp } from './screens/welcome/help.ts'
export { Welcome } from './screens/welcome/welcome.tsx'
