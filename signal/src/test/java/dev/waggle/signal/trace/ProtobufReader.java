package dev.waggle.signal.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Reader of the fields of one protobuf message. */
record ProtobufReader(List<ProtobufField> fields) {

    /** A field with its bytes, which are none for a number. */
    static final class ProtobufField {

        private final int number;
        private final byte[] bytes;

        private ProtobufField(int number, byte[] bytes) {
            this.number = number;
            this.bytes = bytes;
        }

        int number() {
            return number;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    static ProtobufReader of(byte[] message) {
        List<ProtobufField> fields = new ArrayList<>();
        int[] at = {0};
        while (at[0] < message.length) {
            long tag = varint(message, at);
            int number = (int) (tag >>> 3);
            int length = switch ((int) (tag & 7)) {
                case 0 -> {
                    long _ = varint(message, at);
                    yield 0;
                }
                case 1 -> 8;
                case 2 -> (int) varint(message, at);
                case 5 -> 4;
                default -> throw new IllegalArgumentException("wire type of tag " + tag);
            };
            fields.add(new ProtobufField(number, Arrays.copyOfRange(message, at[0], at[0] + length)));
            at[0] += length;
        }
        return new ProtobufReader(fields);
    }

    private static long varint(byte[] message, int[] at) {
        long value = 0;
        for (int shift = 0;; shift += 7) {
            byte next = message[at[0]++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    List<ProtobufReader> messages(int number) {
        return fields.stream().filter(field -> field.number() == number).map(field -> of(field.bytes())).toList();
    }

    String text(int number) {
        return fields.stream().filter(field -> field.number() == number)
                .map(field -> new String(field.bytes(), StandardCharsets.UTF_8)).findFirst().orElse("");
    }

    /** A number of eight bytes; 0 without it. */
    double number(int number) {
        return fields.stream().filter(field -> field.number() == number)
                .mapToDouble(field -> ByteBuffer.wrap(field.bytes()).order(ByteOrder.LITTLE_ENDIAN).getDouble())
                .findFirst().orElse(0);
    }

    String hex(int number) {
        return fields.stream().filter(field -> field.number() == number)
                .map(field -> HexFormat.of().formatHex(field.bytes())).findFirst().orElse("");
    }
}
