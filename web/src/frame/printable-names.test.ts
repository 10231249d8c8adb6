import { expect, test } from 'vitest'
import { unprintable } from './printable-names.ts'

test('names are known by their script that papers cannot print', () => {
  const names = [
    'Łódź & Söhne',
    '王小麦',
    '밀농장',
    'カタカナ々ー',
    'חיים',
    'مزرعة',
    'Hill 🌾 Farm',
    'Е. Иванов',
    'Δήμος',
  ]
  expect(unprintable([...names, 'ข้าว', 'गेहूँ', 'ข้าว', ''])).toEqual(['ข้าว', 'गेहूँ'])
})
