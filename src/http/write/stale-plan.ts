/** Thrown by `run` where what was prepared holds no longer: it is prepared once more, and run again. */
export class StalePlan extends Error {
  constructor() {
    super('what was prepared holds no longer')
  }
}
