import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check, hex } from '@scure/base';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkAddress,
  isSameAddress,
  oneSpelling,
  otherNetwork,
} from '../../../src/domain/payment-settings/address-checks.js';
import { POOL_CURRENCIES, type PoolCurrency } from '../../../src/domain/pool/currencies.js';

/** Published examples: BIP 173, BIP 350, and addresses found in block explorers. */
const VALID: Record<PoolCurrency, Record<string, string>> = {
  BTC: {
    p2pkh: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    p2sh: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    p2wpkh: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    p2wsh: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    p2tr: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  },
  LTC_DOGE: {
    'LTC p2pkh': 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
    'LTC p2sh': 'MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9',
    'LTC p2wpkh': 'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea',
    'DOGE p2pkh': 'D7wbmbjBWG5HPkT6d4gh6SdQPp6z25vcF2',
    'DOGE p2sh': 'A7JjzK9k9x5b2MkkQzqt91WZsuu7wTu6iS',
  },
  ZEC: {
    t1: 't1U9yhDa5XEjgfnTgZoKddeSiEN1aoLkQxq',
    t3: 't3Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd',
  },
  SC: { void: `${'0'.repeat(64)}89eb0d6a8a69` },
};

const EVERY = POOL_CURRENCIES.flatMap((currency) =>
  Object.entries(VALID[currency]).map(([kind, address]) => ({ currency, kind, address })),
);

const SIGNS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0';

describe('checksums', () => {
  test.each(EVERY)('$currency $kind is right', ({ currency, address }) => {
    expect(checkAddress(currency, address)).toBe('valid');
  });

  test.each(EVERY)('$currency $kind with any one sign changed is wrong', (each) => {
    const { currency, address } = each;
    // Thousands of texts: to `expect` something of each would take longer than to check it.
    const wrong: string[] = [];
    for (let place = 0; place < address.length; place++) {
      for (const other of SIGNS) {
        const changed = address.slice(0, place) + other + address.slice(place + 1);
        const alike = currency === 'SC' ? changed.toLowerCase() : changed;
        if (alike === address) continue;
        if (checkAddress(currency, changed) === 'valid') wrong.push(changed);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each(EVERY)('$currency $kind with a sign lost, doubled or swapped is wrong', (each) => {
    const { currency, address } = each;
    for (let place = 1; place < address.length; place++) {
      const [before, at, after] = [
        address.slice(0, place),
        address.charAt(place),
        address.slice(place + 1),
      ];
      for (const changed of [
        before + after,
        before + at + at + after,
        before.slice(0, -1) + at + before.slice(-1) + after,
      ]) {
        // Losing or adding zeros within a run of zeros leaves Siacoin's void address unchanged.
        if (changed === address) continue;
        expect([changed, checkAddress(currency, changed)]).not.toEqual([changed, 'valid']);
      }
    }
  });

  test.each(EVERY)('$currency $kind with spaces or more behind it is wrong', (each) => {
    const { currency, address } = each;
    for (const changed of [` ${address}`, `${address} `, `${address}1`, `${address}\n`, '']) {
      expect(checkAddress(currency, changed)).not.toBe('valid');
    }
  });

  test.each([
    { under: 'ZEC', address: VALID.BTC['p2wpkh'], network: 'Bitcoin' },
    { under: 'BTC', address: VALID.LTC_DOGE['LTC p2wpkh'], network: 'Litecoin' },
    { under: 'BTC', address: VALID.LTC_DOGE['DOGE p2sh'], network: 'Dogecoin' },
    { under: 'LTC_DOGE', address: VALID.ZEC['t3'], network: 'Zcash' },
    { under: 'BTC', address: VALID.SC['void'], network: 'Siacoin' },
    { under: 'BTC', address: VALID.BTC['p2tr'], network: null },
  ] as const)('under $under, $address is told as one of $network', (each) => {
    const { under, address = '', network } = each;
    expect(otherNetwork(under, address)).toBe(network);
  });

  test.each([
    // Mistyped, so that no checksum tells: their start does.
    ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzqx', 'test'],
    ['BTC', 'Tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'test'],
    ['BTC', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygq080', 'test'],
    ['BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRqn', 'test'],
    ['BTC', 'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfeq', 'Litecoin'],
    ['BTC', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMHq', 'Litecoin'],
    ['BTC', 'D7wbmbjBWG5HPkT6d4gh6SdQPp6z25vcFq', 'Dogecoin'],
    ['BTC', 't1U9yhDa5XEjgfnTgZoKddeSiEN1aoLkQxp', 'Zcash'],
    ['BTC', '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BA', 'another'],
    ['ZEC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'Bitcoin'],
    ['LTC_DOGE', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLz', '3…'],
    // Version 2 has no rules, whichever of the two checksums.
    ['BTC', 'bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj', 'future'],
    // As a wallet copies it.
    ['BTC', 'bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'test'],
    ['BTC', 'bitcoin:bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'test'],
    ['ZEC', 'tm9iNYCVAhLLa4rJtfqqHauR5xL1REdqiDs', 'test'],
    ['BTC', 'eth:0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe', 'another'],
    ['BTC', 'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', null],
  ] as const)('under %s, %s is told as one of %s', (currency, address, network) => {
    expect(checkAddress(currency, address)).toBe('invalid');
    expect(otherNetwork(currency, address)).toBe(network);
  });

  test.each([
    ['doge1qqurswpc8qurswpc8qurswpc8qurswpc8xnkqpf', 'another'],
    ['DGB1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZ8XPJQQ', 'another'],
    ['cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eq', 'another'],
    ['lnbc1500n1qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8q', 'another'],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTvz', 'another'],
    ['XpESxaUmonkq8RaLLp46Brx2K39ggQe22q', 'another'],
    ['QMF9FvAuZHvq9URopaBNakHGU5NgotEaLq', 'test'],
    [`xpub6${'9nVLPwQBotVoq2gvZWV8'.repeat(5)}9nVLPq`, 'another'],
    [`Ltub2${'9nVLPwQBotVoq2gvZWV8'.repeat(5)}9nVLPq`, 'another'],
    [`zc8E${'9nVLPwQBotVoq2gvZWV8'.repeat(4)}9nVLPwQBotq`, 'Zcash'],
    [`ztJ1${'9nVLPwQBotVoq2gvZWV8'.repeat(4)}9nVLPwQBotq`, 'test'],
    // CashAddr's checksum is none of bech32's, so its beginning tells of a right one too.
    ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'another'],
    ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q', 'another'],
    ['qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'another'],
    ['bitcoincash:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'another'],
  ] as const)('%s, of a network that has no currency here, is told as that', (address, network) => {
    expect(checkAddress('BTC', address)).toBe('invalid');
    expect(otherNetwork('BTC', address)).toBe(network);
    expect(otherNetwork('SC', address)).toBe(network);
  });

  test.each(EVERY)('$currency $kind with one slip is of none that has no currency', (each) => {
    const { currency, address } = each;
    const wrong: string[] = [];
    const check = (changed: string) => {
      if (otherNetwork(currency, changed) === 'another') wrong.push(changed);
    };
    for (let place = 0; place < address.length; place++) {
      const [before, after] = [address.slice(0, place), address.slice(place + 1)];
      const at = address.charAt(place);
      // A first letter is taken at its word.
      const others = place === 0 ? [] : Array.from(SIGNS);
      for (const other of ['', at + at, at.toUpperCase(), ...others]) check(before + other + after);
      check(before.slice(0, -1) + at + before.slice(-1) + after);
    }
    expect(wrong).toEqual([]);
  });

  test('a Bitcoin address that lost its first letters is of none that has no currency', () => {
    const hash = fc.uint8Array({ minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(hash, fc.constantFrom(0x00, 0x05), (bytes, version) => {
        const lost = createBase58check(sha256)
          .encode(Uint8Array.of(version, ...bytes))
          .slice(1);
        expect(['another', lost]).not.toEqual([otherNetwork('BTC', lost), lost]);
      }),
    );
    for (const address of [VALID.BTC['p2wpkh'], VALID.BTC['p2wsh'], VALID.BTC['p2tr']])
      for (let lost = 1; lost < 6; lost++)
        expect(otherNetwork('BTC', address?.slice(lost) ?? '')).toBeNull();
  });

  test.each(EVERY)('$currency $kind, mistyped, is no other network’s', ({ currency, address }) => {
    const mistyped = `${address.slice(0, -2)}${address.slice(-1)}`;
    expect(checkAddress(currency, mistyped)).toBe('invalid');
    expect(otherNetwork(currency, mistyped)).toBeNull();
  });

  test.each(EVERY)('$currency $kind is wrong for every other currency', ({ currency, address }) => {
    const taken = POOL_CURRENCIES.filter((each) => checkAddress(each, address) === 'valid');
    expect(taken).toEqual([currency]);
  });

  test('a script address that begins with 3 passes for Bitcoin alone: Litecoin wrote the same once', () => {
    const old = '3NJZLcZEEYBpxYEUGewU4knsQRn1WM5Fkt';
    expect(checkAddress('BTC', old)).toBe('valid');
    expect(checkAddress('LTC_DOGE', old)).toBe('invalid');
    expect(otherNetwork('LTC_DOGE', old)).toBe('3…');
    expect(otherNetwork('ZEC', old)).toBe('Bitcoin');
  });

  test('a witness version that is not in use is called that, and not a typing mistake', () => {
    // BIP 350, test vectors for versions 2 and 16; BIP 433, pay to anchor.
    const unused = ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'BC1SW50QGDZ25J', 'bc1pfeessrawgf'];
    for (const address of unused) {
      expect(checkAddress('BTC', address)).toBe('invalid');
      expect(otherNetwork('BTC', address)).toBe('future');
      expect(otherNetwork('LTC_DOGE', address)).toBe('future');
    }
  });

  test.each([
    ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['BTC', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
    ['BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['BTC', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
    ['LTC_DOGE', 'tltc1qu78xur5xnq6fjy83amy0qcjfau8m367defyhms'],
    ['LTC_DOGE', 'nUqKQtZkcDR28K6aAeVuFeFY5pYZtf92ht'],
    ['ZEC', 'tmHMBeeYRuc2eVicLNfP15YLxbQsooCA6jb'],
    ['ZEC', 't27By8AtumWmMwqfrPWLeZY98UV8wmm42KA'],
  ] as const)('%s of a test network is wrong: %s', (currency, address) => {
    expect(checkAddress(currency, address)).toBe('invalid');
    expect(otherNetwork(currency, address)).toBe('test');
  });

  test('bech32 may stand in capitals, never in both cases', () => {
    for (const address of [VALID.BTC['p2wpkh'], VALID.BTC['p2tr']].map((each) => each ?? '')) {
      expect(checkAddress('BTC', address.toUpperCase())).toBe('valid');
      const mixed = address.slice(0, 20) + address.slice(20).toUpperCase();
      expect(checkAddress('BTC', mixed)).toBe('invalid');
    }
  });

  test('a bech32 checksum on a taproot address, and the other way round, is wrong', () => {
    // BIP 350, invalid: version 1 with bech32's checksum, version 0 with bech32m's.
    expect(
      checkAddress('BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'),
    ).toBe('invalid');
    expect(
      checkAddress('BTC', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL'),
    ).toBe('invalid');
    expect(
      checkAddress('BTC', 'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47'),
    ).toBe('invalid');
  });

  test.each([
    ['ZEC', 'zs1z7rejlpsa98s2rrrfkwmaxu53e4ue0ulcrw0h4x5g8jl04tak0d3mm47vdtahatqrlkngh9slya'],
    [
      'ZEC',
      'zcU1Cd6zYyZCd2VJF8yKgmzjxdiiU1rgTTjEwoN1CGUWCziPkUTXUjXmX7TMqdMNsTfuiGN1jQoVN4kGxUR4sAPN4XZ7pxb',
    ],
    [
      'ZEC',
      'u1l8xunezsvhq8fgzfl7404m450nwnd76zshscn6nfys7vyz2ywyh4cc5daaq0c7q2su5lqfh23sp7fkf3kt27ve5948mzpfdvckzaect2jtte308mkwlycj2u0eac077wu70vqcetkxf',
    ],
    ['ZEC', 'tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte'],
    [
      'LTC_DOGE',
      'ltcmweb1qq20e2arnhvxw97katjkmsd35agw3capxjkrkh7dk8d30rczm8ypxuq329nwh2twmchhqn3jqh7ua4ps539f6aazh79jy76urqht4qa59ts3at6gf',
    ],
  ] as const)('%s: private, unified and exchange addresses have their own', (currency, address) => {
    expect(checkAddress(currency, address)).toBe('valid');
    for (let place = 5; place < address.length; place += 3) {
      const other = address[place] === 'q' ? 'p' : 'q';
      const mistyped = address.slice(0, place) + other + address.slice(place + 1);
      expect([mistyped, checkAddress(currency, mistyped)]).toEqual([mistyped, 'invalid']);
      expect(otherNetwork(currency, mistyped)).toBeNull();
    }
    expect(otherNetwork('BTC', address)).toBe(currency === 'ZEC' ? 'Zcash' : 'Litecoin');
  });

  test.each([
    ['ztestsapling', bech32, 43],
    ['zregtestsapling', bech32, 43],
    ['utest', bech32m, 83],
    ['textest', bech32m, 20],
    ['tmweb', bech32, 67],
  ] as const)('%s1… is of a test network', (prefix, code, bytes) => {
    const address = code.encode(prefix, code.toWords(new Uint8Array(bytes).fill(7)), false);
    for (const currency of POOL_CURRENCIES) {
      expect(checkAddress(currency, address)).toBe('invalid');
      expect(otherNetwork(currency, address)).toBe('test');
    }
  });

  test.each([
    ['ltc1qw508d6qejxtdg4y5r3zarvaryoc5xw7kgmn4n9', 'Litecoin'],
    ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4b9', 'Litecoin'],
    ['tb1qw508d6qejxtdg4y5r3zarvaryOc5xw7kxpjzsx', 'test'],
    ['t1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLb0', 'Zcash'],
    ['DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCy0', 'Dogecoin'],
    ['0x52908400098527886E0F7030069857D2E4169EEg', 'another'],
  ])('%s is mistyped with a letter that its alphabet lacks, and of %s', (address, network) => {
    expect(otherNetwork('BTC', address)).toBe(network);
    expect(otherNetwork('SC', address)).toBe(network);
  });

  test('one with the checksum of the other bech32 is a mistake', () => {
    const wrong = 'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47';
    for (const currency of POOL_CURRENCIES)
      expect(otherNetwork(currency, wrong)).toBe(currency === 'BTC' ? null : 'Bitcoin');
  });

  test.each([
    ['Ethereum', '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe'],
    ['Tron', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
    ['Dash', 'XpESxaUmonkq8RaLLp46Brx2K39ggQe226'],
    ['Cosmos', 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh'],
  ])('one of %s is told as one of another network', (_, address) => {
    for (const currency of POOL_CURRENCIES) expect(otherNetwork(currency, address)).toBe('another');
  });

  const hash20 = fc.uint8Array({ minLength: 20, maxLength: 20 });
  const base58 = createBase58check(sha256);

  test('any hash is right under the versions of its currency and wrong under all others', () => {
    const versions = { BTC: [0x00, 0x05], LTC_DOGE: [0x30, 0x32, 0x1e, 0x16] };
    fc.assert(
      fc.property(hash20, fc.nat(255), (hash, version) => {
        const address = base58.encode(Uint8Array.of(version, ...hash));
        for (const currency of ['BTC', 'LTC_DOGE'] as const) {
          expect(checkAddress(currency, address)).toBe(
            versions[currency].includes(version) ? 'valid' : 'invalid',
          );
        }
      }),
    );
  });

  test('a Siacoin address is its hash and the hash of that', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (hash) => {
        const address = hex.encode(hash) + hex.encode(blake2b(hash, { dkLen: 32 })).slice(0, 12);
        expect(checkAddress('SC', address)).toBe('valid');
        expect(checkAddress('SC', address.toUpperCase())).toBe('valid');
        expect(isSameAddress(address, address.toUpperCase())).toBe(true);
      }),
    );
  });

  test('a mistyped Siacoin address is no other network’s, however it begins', () => {
    for (const start of ['bc1', '1', '3', 'DA', '2'])
      for (const length of [75, 76, 77])
        expect(otherNetwork('SC', start.padEnd(length, '4'))).toBe(null);
    expect(otherNetwork('SC', `bc1${'4'.repeat(40)}`)).not.toBe(null);
  });

  test('no text makes the check throw', () => {
    fc.assert(
      fc.property(fc.constantFrom(...POOL_CURRENCIES), fc.string({ unit: 'binary' }), (...each) => {
        expect(checkAddress(...each)).not.toBe('valid');
      }),
    );
  });
});

describe('one spelling', () => {
  test('case matters in base58 and in what is mixed', () => {
    const { p2pkh = '', p2wpkh = '' } = VALID.BTC;
    expect(isSameAddress(p2pkh, p2pkh.toUpperCase())).toBe(false);
    expect(isSameAddress(p2wpkh, p2wpkh.toUpperCase())).toBe(true);
    expect(oneSpelling(`B${p2wpkh.slice(1)}`)).toBe(`B${p2wpkh.slice(1)}`);
  });
});
