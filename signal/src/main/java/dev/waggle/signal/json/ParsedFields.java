package dev.waggle.signal.json;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object in order, each name once, as the input of a codec. A nested object may stay in this
 * form until a codec reads it as a value. A lookup begins where the last field was found, because lines are mostly read
 * in the order in which they are written. An object with many fields gets a table. Owned by one thread.
 */
public final class ParsedFields {

    /** Up to so many fields, looking at each name costs less than a table. */
    private static final int MAX_SCANNED = 24;

    private String[] names = new String[8];
    private int[] hashes = new int[8];
    private @Nullable JsonValue[] values = new JsonValue[8];
    private @Nullable ParsedFields[] objects = {};
    private int size;
    private int next;
    private @Nullable Map<String, Integer> indexByName;

    public ParsedFields() {}

    public ParsedFields(Map<String, JsonValue> fields) {
        fields.forEach(this::add);
    }

    /** Adds a field at the end; false when there is one of that name. */
    public boolean add(String name, JsonValue value) {
        if (!add(name)) {
            return false;
        }
        values[size - 1] = value;
        return true;
    }

    /** Adds an object at the end; false when there is a field of that name. */
    public boolean add(String name, ParsedFields part) {
        if (!add(name)) {
            return false;
        }
        if (objects.length < size) {
            objects = Arrays.copyOf(objects, names.length);
        }
        objects[size - 1] = part;
        return true;
    }

    int size() {
        return size;
    }

    String name(int at) {
        return names[at];
    }

    /** Index of the field of that name, from 0; -1 when there is none. */
    int find(String name) {
        if (indexByName != null) {
            return indexByName.getOrDefault(name, -1);
        }
        int hash = name.hashCode();
        int at = find(name, hash, next, size);
        if (at < 0) {
            at = find(name, hash, 0, next);
        }
        if (at >= 0) {
            next = at + 1;
        }
        return at;
    }

    private int find(String name, int hash, int from, int to) {
        for (int at = from; at < to; at++) {
            if (hashes[at] == hash && names[at].equals(name)) {
                return at;
            }
        }
        return -1;
    }

    JsonValue value(int at) {
        JsonValue value = values[at];
        if (value == null) {
            value = objectAt(at).toObj();
            values[at] = value;
        }
        return value;
    }

    /** The object there in this form; {@code null} when it is no object. */
    @Nullable ParsedFields object(int at) {
        if (at < objects.length && objects[at] != null) {
            return objects[at];
        }
        return values[at] instanceof JsonValue.Obj obj ? new ParsedFields(obj.fields()) : null;
    }

    private ParsedFields objectAt(int at) {
        ParsedFields part = objects[at];
        if (part == null) {
            throw new IllegalStateException("field " + names[at] + " has no value");
        }
        return part;
    }

    private JsonValue.Obj toObj() {
        Map<String, JsonValue> fields = LinkedHashMap.newLinkedHashMap(size);
        for (int i = 0; i < size; i++) {
            fields.put(names[i], value(i));
        }
        return new JsonValue.Obj(fields);
    }

    private boolean add(String name) {
        if (indexByName != null) {
            if (indexByName.putIfAbsent(name, size) != null) {
                return false;
            }
        } else if (find(name, name.hashCode(), 0, size) >= 0) {
            return false;
        }
        if (size == names.length) {
            names = Arrays.copyOf(names, 2 * size);
            hashes = Arrays.copyOf(hashes, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        names[size] = name;
        hashes[size] = name.hashCode();
        size++;
        if (size == MAX_SCANNED) {
            indexByName = HashMap.newHashMap(2 * size);
            for (int i = 0; i < size; i++) {
                indexByName.put(names[i], i);
            }
        }
        return true;
    }
}
