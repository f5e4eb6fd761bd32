package dev.waggle.lab.soak.runtime;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Output that can be read as text at any time. */
final class TextCollector extends ByteArrayOutputStream {

    synchronized String text() {
        return toString(StandardCharsets.UTF_8);
    }
}
