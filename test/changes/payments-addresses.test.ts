import { bech32 } from '@scure/base';
import { assert, constantFrom, nat, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressProblem,
  isAddressOf,
  isSameAddress,
  looksAlike,
  plainAddress,
} from '../../src/changes/kinds/payment-addresses.js';
import { POOL_CURRENCIES, type PoolCurrency } from '../../src/guilds/settings.js';

const THREE_RECEIVERS =
  'u1qd0tj9r0egjcpkekj8ky0ghatzesu6wyraad2vytueqeea6j45yx80sewn8j4p0q8wt0zn98qfwmsymweyj8lk34jr45dg0u27eq66xrreuagtu2u4qfhaj34srk90gcw08znpxl822lqjaxq9wtwyndeq3hakf53l4ytg8m26csce7zr4udxt5fusle4a2s4vrxr0qhwtxjsvyt0jn';

/** Published examples: BIP 173 and 350, and addresses found in block explorers. */
const VALID: Readonly<Record<PoolCurrency, readonly string[]>> = {
  BTC: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  LTC_DOGE: [
    'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
    'MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9',
    'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea',
    'ltcmweb1qq20e2arnhvxw97katjkmsd35agw3capxjkrkh7dk8d30rczm8ypxuq329nwh2twmchhqn3jqh7ua4ps539f6aazh79jy76urqht4qa59ts3at6gf',
    'D7wbmbjBWG5HPkT6d4gh6SdQPp6z25vcF2',
    'A7JjzK9k9x5b2MkkQzqt91WZsuu7wTu6iS',
  ],
  ZEC: [
    't1U9yhDa5XEjgfnTgZoKddeSiEN1aoLkQxq',
    't3Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd',
    'zs1z7rejlpsa98s2rrrfkwmaxu53e4ue0ulcrw0h4x5g8jl04tak0d3mm47vdtahatqrlkngh9slya',
    'tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte',
    'zcU1Cd6zYyZCd2VJF8yKgmzjxdiiU1rgTTjEwoN1CGUWCziPkUTXUjXmX7TMqdMNsTfuiGN1jQoVN4kGxUR4sAPN4XZ7pxb',
    THREE_RECEIVERS,
  ],
  SC: [`${'0'.repeat(64)}89eb0d6a8a69`],
};

const EVERY = POOL_CURRENCIES.flatMap((currency) =>
  VALID[currency].map((address) => ({ currency, address })),
);

test.each(EVERY)('$currency takes $address and no other currency does', ({ currency, address }) => {
  expect(POOL_CURRENCIES.filter((each) => isAddressOf(each, address))).toEqual([currency]);
  expect(addressProblem(currency, address)).toBeNull();
});

const LETTERS = Array.from('0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');

test('an address with one wrong, missing, doubled or swapped letter is refused', () => {
  const slip = constantFrom('wrong', 'missing', 'doubled', 'swapped');
  assert(
    property(
      constantFrom(...EVERY),
      slip,
      tuple(nat(), constantFrom(...LETTERS)),
      ({ currency, address }, slip, [at, letter]) => {
        const place = at % address.length;
        const [before, own, after] = [
          address.slice(0, place),
          address.charAt(place),
          address.slice(place + 1),
        ];
        const mistaken = {
          wrong: before + letter + after,
          missing: before + after,
          doubled: before + own + own + after,
          swapped: before + after.slice(0, 1) + own + after.slice(1),
        }[slip];
        if (isSameAddress(mistaken, address)) return;
        expect([mistaken, isAddressOf(currency, mistaken)]).toEqual([mistaken, false]);
      },
    ),
    { interruptAfterTimeLimit: 3_000, numRuns: 3_000 },
  );
});

test('a Sapling address with a q too many before its last p is refused', () => {
  const sapling = (seed: number) =>
    bech32.encode('zs', bech32.toWords(new Uint8Array(43).fill(seed)), false);
  const ofP = Array.from({ length: 256 }, (_, seed) => sapling(seed)).find((each) =>
    each.endsWith('p'),
  );
  const longer = `${ofP?.slice(0, -1)}qp`;
  expect(isAddressOf('ZEC', ofP ?? '')).toBe(true);
  expect(bech32.decodeUnsafe(longer, false)).toBeDefined();
  expect(isAddressOf('ZEC', longer)).toBe(false);
});

test.each([
  [
    'BTC',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    /^not a BTC address, or mistyped: `bc1q w508 /,
  ],
  ['BTC', 'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea', /^a Litecoin address: `ltc1 /],
  ['LTC_DOGE', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', /^a Bitcoin address/],
  ['ZEC', `${'0'.repeat(64)}89eb0d6a8a69`, /^a Siacoin address/],
  ['BTC', 't1U9yhDa5XEjgfnTgZoKddeSiEN1aoLkQxq', /^a Zcash address/],
  // Versions without rules and pay to anchor: anybody can spend what is paid there.
  ['BTC', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', /^not a BTC address/],
  ['BTC', 'bc1pfeessrawgf', /^not a BTC address/],
  ['BTC', '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe', /^not a BTC address/],
  ['LTC_DOGE', 'the usual one', /^not a LTC_DOGE address, or mistyped: `theu sual one`$/],
] as const)('under %s, %s is refused for what it is', (currency, address, reason) => {
  expect(addressProblem(currency, plainAddress(address))).toMatch(reason);
});

const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const LTC = 'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea';

test.each([
  ['BTC', 'bc1q ar0s rrr7 xfkv y5l6 43ly\ndnw9 re59 gtzz wf5m dq', BTC],
  ['BTC', `\u200B${BTC}\u200B\u00A0`, BTC],
  ['BTC', `BITCOIN:${BTC.toUpperCase()}`, BTC],
  ['LTC_DOGE', `litecoin:${LTC}`, LTC],
  ['LTC_DOGE', 'dogecoin:D7wbmbjBWG5HPkT6d4gh6SdQPp6z25vcF2', 'D7wbmbjBWG5HPkT6d4gh6SdQPp6z25vcF2'],
  ['ZEC', `zcash:${THREE_RECEIVERS}?memo=x`, THREE_RECEIVERS],
] as const)('%s address pasted as %j is taken', (currency, pasted, address) => {
  expect(plainAddress(pasted)).toBe(address);
  expect(isAddressOf(currency, address)).toBe(true);
});

test('addresses look alike by their first and last four letters', () => {
  const [one, other] = ['bc1qaaaaaaaaaaaa5mdq', 'bc1qzzzzzzzz5MDQ'];
  expect(looksAlike(one, other)).toBe(true);
  expect(looksAlike(one, 'bc1qaaaaaaaaaaaa5mdp')).toBe(false);
  expect(looksAlike(one, 'bc1paaaaaaaaaaaa5mdq')).toBe(false);
  expect(looksAlike(BTC, BTC.toUpperCase())).toBe(false);
});
