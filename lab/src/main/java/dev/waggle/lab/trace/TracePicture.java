package dev.waggle.lab.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.opentelemetry.sdk.trace.data.SpanData;

/**
 * Writes docs/trace.svg, the picture of a trace. Its solve is scripted and its clock is simulated, so the picture is
 * the same in each run.
 *
 * <p>Argument: the file.
 */
public final class TracePicture {

    private TracePicture() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            throw new IllegalArgumentException("usage: TracePicture FILE, got " + List.of(args));
        }
        Files.writeString(Path.of(args[0]), draw());
    }

    /** The picture as SVG. */
    static String draw() {
        List<SpanData> spans = TracedDebate.spans();
        return new SpanWaterfall("A traced solve of three agents", spans).svg();
    }
}
