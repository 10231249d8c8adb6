import { Duplex } from 'node:stream'
import type { BindingPortInterface } from '@serialport/bindings-cpp'

/** The names that Windows gives its serial ports. Elsewhere they are files. */
const WINDOWS_PORT = /^COM\d{1,3}$/i
/** Bytes a second by a tenth, as most indicators come from their makers. */
const USUAL_BAUD = 9600

/** Tells a device from an address in the network. */
export function isDevice(text: string): boolean {
  return text.startsWith('/') || WINDOWS_PORT.test(text)
}

/**
 * Tells if a device has to be opened as a serial port. One that is a file, and whose rate somebody else has set, is read as a file.
 */
export function isSerialPort({ device, baud }: { device: string; baud?: number | undefined }): boolean {
  return baud !== undefined || WINDOWS_PORT.test(device)
}

/**
 * Opens a serial port, with 8 bits, no parity and one stop bit, on every system alike. It is destroyed by the error that opening or reading
 * ends with, also where the cable is pulled out.
 *
 * @param baud its rate; 9600 where none is given
 */
export function openSerialPort(device: string, baud = USUAL_BAUD): Duplex {
  let port: BindingPortInterface | undefined
  const pool = Buffer.alloc(1024)
  return new Duplex({
    construct(done) {
      // Loaded by those alone who have such a port: it is a library of the machine's own kind.
      const opened = import('@serialport/bindings-cpp').then(
        ({ autoDetect }): Promise<BindingPortInterface> =>
          autoDetect().open({ path: device, baudRate: baud }),
      )
      opened.then((each) => {
        port = each
        done()
      }, done)
    },
    read() {
      port?.read(pool, 0, pool.length).then(
        ({ bytesRead }) => this.push(bytesRead === 0 ? null : Buffer.from(pool.subarray(0, bytesRead))),
        (error: Error) => this.destroy(error),
      )
    },
    write(bytes: Buffer, _encoding, done) {
      port?.write(bytes).then(() => done(), done)
    },
    destroy(error, done) {
      if (!port?.isOpen) return done(error)
      port.close().then(
        () => done(error),
        (problem: Error) => done(error ?? problem),
      )
    },
  })
}
