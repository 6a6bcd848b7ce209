import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { describe, expect, test } from 'vitest';
import {
  holdsPrivateKey,
  holdsPrivateKeyAsAddress,
} from '../../../src/domain/payment-settings/private-keys.js';
import { createAddress } from '../../../sandbox/pool/workspace/addresses.js';

const WIF = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
const BIP38 = '6PYNKZ1EAgYgmQfmNVamxyXVWHzK5s6DGhwP4J5o44cvXdoY7sRzhtpUeo';
const HEX = 'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262';
const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(
  ' ',
);

const { encode } = createBase58check(sha256);
const wif = (version: number, isCompressed = true) =>
  encode(Uint8Array.from([version, ...Array<number>(32).fill(7), ...(isCompressed ? [1] : [])]));

describe('a private key', () => {
  test.each([
    ['of Bitcoin', WIF],
    ['compressed', 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617'],
    ['of Litecoin', wif(0xb0)],
    ['of Dogecoin', wif(0x9e, false)],
    ['of a test network', wif(0xef)],
    [
      'extended',
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    ],
    ['encrypted', BIP38],
    ['with a letter mistyped', WIF.replace('T', 'U')],
    ['without its last letter', WIF.slice(0, -1)],
    ['with a sign that nobody sees', `${WIF.slice(0, 9)}\u200B${WIF.slice(9)}`],
    ['behind a scheme', `bitcoin:${WIF}`],
    ['in a descriptor', `wpkh(${WIF})#abc`],
    ['of Zcash', 'secret-extended-key-main1qqq'],
    [
      'in full-width letters',
      WIF.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    ],
    ['as words', WORDS.join(' ')],
    ['as words in lines', WORDS.join('\n')],
    [
      'as numbered words in capitals',
      WORDS.map((word, at) => `${at + 1}. ${word.toUpperCase()}`).join(' '),
    ],
    ['as words with commas', WORDS.join(', ')],
    ['as a list in JSON', JSON.stringify(WORDS)],
    ['as words with hyphens', WORDS.join('-')],
    ['as words in quotes', `"${WORDS.join(' ')}".`],
    ['as words with numbers close to them', WORDS.map((word, at) => `${at + 1}.${word}`).join(' ')],
    [
      'as words that end in capitals',
      WORDS.map((word) => `${word.charAt(0)}${word.slice(1).toUpperCase()}`).join(' '),
    ],
    [
      'as words run together',
      WORDS.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(''),
    ],
    [
      'as words in full-width letters',
      WORDS.join(' ').replaceAll(/[a-z]/g, (letter) =>
        String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
      ),
    ],
    ['as words parted by what nobody sees', WORDS.join('\u200b')],
    ['as words with breaks of a page', WORDS.join('<br>')],
    ['as words with blanks of a page', WORDS.join('&nbsp;')],
    ['as words with breaks as typed', WORDS.join('\\n')],
    [
      'as words with letters before them',
      WORDS.map((word, at) => `${'abcdefghijkl'.charAt(at)}) ${word}`).join(' '),
    ],
    ['as words with ordinals', WORDS.map((word, at) => `${at + 1}th ${word}`).join(' ')],
    ['encrypted, cut in two', BIP38.replace(/^(.{20})/, '$1-')],
    ['cut in two by a line', WIF.replace(/^(.{20})/, '$1\n')],
    ['cut in two by a space', WIF.replace(/^(.{20})/, '$1 ')],
    ['cut in two by a hyphen', WIF.replace(/^(.{30})/, '$1-')],
    ['as lines of a form', WORDS.map((word, at) => `${at + 1} | ${word} |`).join('\n')],
    ['as words, two of them mistyped', WORDS.with(0, 'leggal').with(7, 'usefull').join(' ')],
    ['as words, one of which is usual', WORDS.with(3, 'into').join(' ')],
    ['as words in a sentence', `our seed is ${WORDS.join(' ')} please keep it`],
    [
      'as 24 words in Spanish',
      'abeto abogado abrazo acero acoso activo adoptar aguja alacena alba aldea aliado '.repeat(2),
    ],
  ])('%s is known anywhere', (_, secret) => {
    expect(holdsPrivateKey(secret)).toBe(true);
    expect(holdsPrivateKey(`cold | ${secret.replaceAll('\n', ' ')} | 100`)).toBe(true);
  });

  test.each([
    ['in hex', HEX],
    ['in hex, with 0x', `0x${HEX.toUpperCase()}`],
    ['in hex, over two lines', HEX.replace(/^(.{20})/, '$1\n')],
    ['in hex, as openssl prints it', HEX.replaceAll(/(..)(?=.)/g, '$1:')],
    ['in hex, in groups with hyphens', HEX.replaceAll(/(.{4})(?=.)/g, '$1-')],
    ['in groups with hyphens', WIF.replaceAll(/(.{4})(?=.)/g, '$1-')],
    ['in groups with dots', WIF.replaceAll(/(.{5})(?=.)/g, '$1.')],
    ['in groups', WIF.replaceAll(/(.{4})/g, '$1 ')],
  ])('%s is known among addresses', (_, secret) => {
    expect(holdsPrivateKeyAsAddress(`cold | ${secret} | 100`, '')).toBe(true);
    expect(holdsPrivateKeyAsAddress(secret, '')).toBe(true);
  });
});

describe('no private key', () => {
  test('is any address', () => {
    const all = (['BTC', 'LTC', 'DOGE', 'ZEC', 'SC'] as const).flatMap((network) =>
      Array.from({ length: 20 }, (_, at) => createAddress(network, at, 'x', at)),
    );
    for (const address of [
      ...all,
      'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
      'BC1QRP33G0Q5C5TXSP9ARYSRX4K6ZDKFS4NCE4XJ0GDCCCEFVPYSXF3QCCFMV3',
      'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
      'zcU1Cd6zYyZCd2VJF8yKgmzjxdiiU1rgTTjEwoN1CGUWCziPkUTXUjXmX7TMqdMNsTfuiGN1jQoVN4kGxUR4sAPN4XZ7pxb',
    ]) {
      expect(holdsPrivateKey(`cold | ${address} | 100`)).toBe(false);
      expect(holdsPrivateKeyAsAddress(`cold | ${address} | 100`, '')).toBe(false);
    }
  });

  test.each([
    `paid in ${HEX}`,
    'we move all of our coins to the new cold wallet today',
    'coins move from north hall into south hall after their last audit',
    'north, south, east, west, alpha, beta, gamma, delta, red, blue, green, grey',
    'client asked payout address change after hardware wallet audit last week done',
    'freeze payouts until treasury checked both wallets against last month report again',
    '5HueCGU8rMjxEXxiPuD5BDku4MkFqe',
    WORDS.slice(1).join(' '),
  ])('is %j', (text) => {
    expect(holdsPrivateKey(text)).toBe(false);
  });

  test('is a long name, listed or not', () => {
    const named = 'Ledger Nano X 3 in the safe of our Zurich treasury office old one | bc1q | 100';
    expect(holdsPrivateKeyAsAddress(named, '')).toBe(false);
  });

  test('is what the pool lists', () => {
    const listed = `cold | ${HEX} | 100`;
    expect(holdsPrivateKeyAsAddress(listed, listed)).toBe(false);
  });
});
