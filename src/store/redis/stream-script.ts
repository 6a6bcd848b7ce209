// Redis takes no id up to the highest that a stream ever had, also where that entry was deleted
// since; a loss is entered under just that number. So the highest id is set back to that of the
// newest entry. Servers after Redis 7.0 refuse that below a deleted one: there, a copy of what is
// left takes the stream's place, which takes some seconds for 100,000 entries.

// Where XADD failed for another reason, as when the memory is full, XSETID and the copy's first XADD
// fail as well, and nothing is written. No other write may stand before them: what a script writes
// after its first write is let through, full or not.

/**
 * Lua for scripts that append: `last(key)`, the number of a stream's newest entry or 0, and
 * `add(key, number, text)`, which throws where an entry has that number or a higher one.
 */
export const STREAM_SCRIPT = `local function newest(key)
  local found = redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)[1]
  return found and found[1] or '0-0'
end
local function last(key)
  return tonumber(string.match(newest(key), '^%d+'))
end
local function copy(key, to)
  local at = '-'
  repeat
    local page = redis.call('XRANGE', key, at, '+', 'COUNT', 500)
    for _, entry in ipairs(page) do
      if entry[1] ~= at then redis.call('XADD', to, entry[1], unpack(entry[2])) end
    end
    if #page > 0 then at = page[#page][1] end
  until #page < 500
end
local function forget_deleted(key)
  local at = newest(key)
  if at == '0-0' then return redis.call('EXISTS', key) == 1 and redis.call('DEL', key) end
  if not redis.pcall('XSETID', key, at).err then return end
  local draft = key .. ':copy'
  copy(key, draft)
  if redis.pcall('RENAME', draft, key).err then redis.call('DEL', draft) end
end
local function add(key, number, text)
  local added = redis.pcall('XADD', key, number .. '-0', 'entry', text)
  if type(added) ~= 'table' then return end
  forget_deleted(key)
  redis.call('XADD', key, number .. '-0', 'entry', text)
end
`;
