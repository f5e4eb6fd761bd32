package dev.waggle.server.http;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

import dev.waggle.server.access.RequestHead;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.world.World;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;

/** Reads the parts of a request that an operation declares, and refuses all others. */
final class RequestReader {

    /** Longest time for a whole body; two megabytes at the speed of a slow line take a tenth of it. */
    static final Duration MAX_TIME = Duration.ofSeconds(60);

    /** Largest refused body that is read to its end. */
    private static final long MAX_SKIPPED = 4 << 20;

    private static final int MAX_PARAMETERS = 64;
    private static final int MAX_QUOTED = 100;
    /** A list, whose parts may be in several headers (W3C, Trace Context, 2021). */
    private static final String TRACE_STATE = "tracestate";

    private final World world;

    RequestReader(World world) {
        this.world = world;
    }

    /** The parameters of the query, each of which must be known and there once. */
    Map<String, String> query(Request request, Operation operation) {
        if (operation.query() == Operation.QueryReading.RAW) {
            return Map.of();
        }
        List<String> known = operation.names(Parameter.Place.QUERY);
        Map<String, String> values = new HashMap<>();
        for (Fields.Field field : fields(request)) {
            if (!known.contains(field.getName())) {
                if (operation.query() == Operation.QueryReading.OF_PAGE) {
                    continue;
                }
                throw ProblemException.of(400, "there is no parameter " + quoted(field.getName()) + " here\nMaybe "
                        + (known.isEmpty() ? "leave it out." : "one of " + String.join(", ", known) + '.'));
            }
            if (field.getValues().size() > 1) {
                throw ProblemException.of(400, "the parameter " + field.getName() + " is there "
                        + field.getValues().size() + " times\nMaybe once.");
            }
            values.put(field.getName(), field.getValue());
        }
        for (Parameter parameter : operation.parameters()) {
            if (parameter.required() && parameter.place() == Parameter.Place.QUERY
                    && !values.containsKey(parameter.name())) {
                throw ProblemException.of(400, "the parameter " + parameter.name() + " is missing");
            }
        }
        return values;
    }

    /** The header parameters that are there. */
    Map<String, String> headers(RequestHead head, Operation operation) {
        Map<String, String> values = new HashMap<>();
        for (Parameter parameter : operation.parameters()) {
            if (parameter.place() == Parameter.Place.HEADER) {
                List<String> given = head.all(parameter.name().toLowerCase(Locale.ROOT));
                if (given.size() > 1 && !parameter.name().equals(TRACE_STATE)) {
                    throw ProblemException.of(400, "the header " + parameter.name() + " is there twice");
                }
                if (given.isEmpty() && parameter.required()) {
                    throw ProblemException.of(400, "the header " + parameter.name() + " is missing");
                }
                if (!given.isEmpty()) {
                    values.put(parameter.name(), String.join(",", given));
                }
            }
        }
        return values;
    }

    /** The body, which is read when the operation asks for it. */
    RequestContent content(Request request, RequestHead head, Operation operation) throws IOException {
        BodyForm form = operation.body();
        if (form.types().isEmpty()) {
            if (request.getLength() > 0) {
                throw ProblemException.of(400, "a body is not expected here\nMaybe leave it out.");
            }
            return RequestContent.NONE;
        }
        String type = mediaType(head);
        if (!form.types().contains(type) && !form.types().contains("*/*")) {
            throw ProblemException.of(415, "the header Content-Type must be "
                    + String.join(" or ", form.types()) + (type.isEmpty() ? "" : ", got " + quoted(type)));
        }
        if (request.getLength() > form.maxBytes()) {
            skip(request, head);
            throw tooLarge(form.maxBytes());
        }
        InputStream raw = new BoundedBody(Content.Source.asInputStream(request), form.maxBytes());
        return new RequestContent(decompressed(raw, head, form.maxBytes()), type);
    }

    /**
     * Reads a refused body to its end, unless it is long or its client waits for leave to send it. A client that still
     * sends when the connection closes loses the answer.
     */
    private void skip(Request request, RequestHead head) {
        if (request.getLength() > MAX_SKIPPED || !head.all("expect").isEmpty()) {
            return;
        }
        try (InputStream body = new BoundedBody(Content.Source.asInputStream(request), MAX_SKIPPED)) {
            body.transferTo(OutputStream.nullOutputStream());
        } catch (IOException gone) {
            // It is refused anyway.
        }
    }

    private static InputStream decompressed(InputStream raw, RequestHead head, long maxBytes) throws IOException {
        List<String> encodings = head.all("content-encoding");
        if (encodings.isEmpty()) {
            return raw;
        }
        if (encodings.size() > 1 || !encodings.getFirst().equalsIgnoreCase("gzip")) {
            throw ProblemException.of(415, "the header Content-Encoding must be gzip, or absent");
        }
        try {
            return new BoundedSize(new GZIPInputStream(raw), maxBytes);
        } catch (IOException broken) {
            throw unreadable(broken);
        }
    }

    private static ProblemException tooLarge(long maxBytes) {
        return ProblemException.of(413, "the body must have at most " + maxBytes + " bytes");
    }

    /** The refusal of a body that ends early, comes too slowly or is no gzip; never a fault of the server. */
    private static ProblemException unreadable(IOException broken) {
        return switch (broken) {
            case ZipException zip -> ProblemException.of(400, "the body is not gzip: " + zip.getMessage());
            case EOFException _ -> ProblemException.of(400, "the body ends early");
            case IOException late when late.getCause() instanceof TimeoutException -> ProblemException.of(408,
                    "the body did not arrive in time");
            case IOException _ -> ProblemException.of(400, "the body did not arrive as it was announced");
        };
    }

    private static Fields fields(Request request) {
        String query = request.getHttpURI().getQuery();
        Fields fields = new Fields();
        if (query == null || query.isEmpty()) {
            return fields;
        }
        try {
            UrlEncoded.decodeUtf8To(query, fields);
        } catch (IllegalArgumentException broken) {
            throw ProblemException.of(400, "the query cannot be decoded");
        }
        if (fields.getSize() > MAX_PARAMETERS) {
            throw ProblemException.of(400, "a query has at most " + MAX_PARAMETERS + " parameters");
        }
        return fields;
    }

    private static String mediaType(RequestHead head) {
        List<String> types = head.all("content-type");
        if (types.size() > 1) {
            throw ProblemException.of(400, "the header Content-Type is there twice");
        }
        if (types.isEmpty()) {
            return "";
        }
        String[] parts = types.getFirst().toLowerCase(Locale.ROOT).split(";", 2);
        if (parts.length > 1 && parts[1].contains("charset") && !parts[1].matches(".*charset=\"?utf-8\"?.*")) {
            throw ProblemException.of(415, "the body must be in UTF-8");
        }
        return parts[0].strip();
    }

    private static String quoted(String text) {
        return JsonLine.quoted(text.length() > MAX_QUOTED ? text.substring(0, MAX_QUOTED) : text);
    }

    /** A body that is refused when it is too large or arrives byte by byte. */
    private final class BoundedBody extends BoundedSize {

        private final long end = world.nanos() + MAX_TIME.toNanos();

        private BoundedBody(InputStream in, long maxBytes) {
            super(in, maxBytes);
        }

        @Override
        void check(int read) {
            super.check(read);
            if (world.nanos() - end > 0) {
                throw ProblemException.of(408, "the body must arrive within " + MAX_TIME.toSeconds() + " seconds");
            }
        }
    }

    /** A body that is refused when it is too large. */
    private static class BoundedSize extends FilterInputStream {

        private final long maxBytes;
        private long count;

        private BoundedSize(InputStream in, long maxBytes) {
            super(in);
            this.maxBytes = maxBytes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            int count = read(one, 0, 1);
            return count < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read;
            try {
                read = super.read(bytes, offset, length);
            } catch (IOException broken) {
                throw unreadable(broken);
            }
            check(read);
            return read;
        }

        void check(int read) {
            count += Math.max(0, read);
            if (count > maxBytes) {
                throw tooLarge(maxBytes);
            }
        }
    }
}
