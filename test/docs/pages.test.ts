import { test } from 'vitest';
import { configurationPage } from './configuration-page.js';
import { expectPage } from './markdown.js';

test('docs/configuration.md has every variable as the process reads it', () =>
  expectPage('configuration.md', configurationPage()));
