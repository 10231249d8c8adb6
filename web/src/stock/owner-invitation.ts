/**
 * The code of an owner's invitation on its way from the page of its link to that of one's grain, past signing in. It is nowhere but in this page: whoever
 * loads it anew opens the link again.
 */
let token = ''

/** Notes the code of the invitation that was opened; '' forgets it. */
export function noteOwnerInvitation(noted: string): void {
  token = noted
}

/** The code that was noted, or ''. */
export const notedOwnerInvitation = (): string => token
