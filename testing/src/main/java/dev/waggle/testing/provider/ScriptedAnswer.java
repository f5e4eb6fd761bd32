package dev.waggle.testing.provider;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.testing.provider.rule.PromptCache;
import dev.waggle.testing.provider.rule.WireJson;

/** One answer, or one fault, as bytes and waits. */
final class ScriptedAnswer {

    private static final String JSON = "application/json";
    private static final String MARK = "~HERE~";
    private static final int BLOCK = 64 * 1024;
    private static final Duration LOOK = Duration.ofMillis(5);

    private final ClientConnection reply;
    private final WireFormat wire;
    private final FakeRequest request;
    private final PromptCache cache;

    ScriptedAnswer(ClientConnection reply, WireFormat wire, FakeRequest request, PromptCache cache) {
        this.reply = reply;
        this.wire = wire;
        this.request = request;
        this.cache = cache;
    }

    void of(FakeAnswer answer) throws IOException {
        switch (answer) {
            case FakeAnswer.Says says -> say(adapted(says), wire.streamType(), JSON);
            case FakeAnswer.Fault.Refuses it -> {
                WireFormat.Refusal refusal = wire.refusal(it.problem(), request);
                reply.whole(refusal.status(), JSON, JsonText.write(refusal.body()), it.headers());
            }
            case FakeAnswer.Fault.Answers it -> reply.whole(it.status(), it.type(), it.body(), it.headers());
            case FakeAnswer.Fault.Mislabelled it -> say(adapted(it.says()), it.type(), it.type());
            case FakeAnswer.Fault.Truncated it -> truncate(adapted(it.says()), it.after());
            case FakeAnswer.Fault.EndsEarly it -> endEarly(adapted(it.says()), it.after());
            case FakeAnswer.Fault.Stalls it -> stall(adapted(it.says()), it.after());
            case FakeAnswer.Fault.Waits it -> waits(it);
            case FakeAnswer.Fault.NeverEnds it -> drip(it.piece(), it.between());
            case FakeAnswer.Fault.Endless it -> repeat(it);
            case FakeAnswer.Fault.Huge it -> fill(it.bytes());
            case FakeAnswer.Fault.HugeEvent it -> swell(it.bytes());
            case FakeAnswer.Fault.BadBytes _ -> mangle();
            case FakeAnswer.Fault.Garbage it -> garble(adapted(it.says()), it.after());
            case FakeAnswer.Fault.FailsLate it -> failLate(it);
            case FakeAnswer.Fault.Resets _ -> reply.reset();
        }
    }

    private FakeAnswer.Says adapted(FakeAnswer.Says says) {
        return wire.adapt(request, says, cache);
    }

    private void endEarly(FakeAnswer.Says says, int after) throws IOException {
        stream(says, first(says, after));
    }

    private void say(FakeAnswer.Says says, String streamType, String wholeType) throws IOException {
        reply.pause(says.pace().first());
        if (request.streamed()) {
            reply.stream(streamType, () -> write(says, wire.frames(request, says)));
        } else {
            reply.whole(200, wholeType, whole(says), Map.of());
        }
    }

    private void stream(FakeAnswer.Says says, List<WireFormat.Frame> frames) throws IOException {
        reply.pause(says.pace().first());
        reply.stream(wire.streamType(), () -> write(says, frames));
    }

    private void write(FakeAnswer.Says says, List<WireFormat.Frame> frames) throws IOException {
        for (WireFormat.Frame frame : frames) {
            if (frame.piece()) {
                reply.pause(says.pace().between());
            }
            reply.write(frame.text());
        }
    }

    private void truncate(FakeAnswer.Says says, int after) throws IOException {
        if (!request.streamed()) {
            byte[] bytes = whole(says).getBytes(StandardCharsets.UTF_8);
            reply.head(200, JSON, bytes.length);
            reply.write(Arrays.copyOf(bytes, bytes.length / 2));
            throw ClientConnection.cut();
        }
        List<WireFormat.Frame> frames = wire.frames(request, says);
        reply.stream(wire.streamType(), () -> {
            write(says, first(says, after));
            String next = frames.get(Math.min(after, frames.size() - 1)).text();
            reply.write(next.substring(0, next.length() / 2));
            throw ClientConnection.cut();
        });
    }

    private void stall(FakeAnswer.Says says, int after) throws IOException {
        if (after < 0) {
            reply.stall();
        }
        reply.stream(request.streamed() ? wire.streamType() : JSON, () -> {
            if (request.streamed()) {
                write(says, first(says, after));
            } else {
                reply.write("{");
            }
            reply.stall();
        });
    }

    /** A look every few milliseconds notices a client that leaves meanwhile. */
    private void waits(FakeAnswer.Fault.Waits it) throws IOException {
        if (!request.streamed()) {
            awaitRelease(it);
            reply.whole(200, JSON, whole(it.says()), Map.of());
            return;
        }
        List<WireFormat.Frame> frames = wire.frames(request, it.says());
        int after = Math.min(it.after(), frames.size());
        reply.stream(wire.streamType(), () -> {
            write(it.says(), frames.subList(0, after));
            awaitRelease(it);
            write(it.says(), frames.subList(after, frames.size()));
        });
    }

    private void awaitRelease(FakeAnswer.Fault.Waits it) throws IOException {
        while (it.release().getCount() > 0) {
            reply.pause(LOOK);
        }
    }

    /** Sends an answer that never ends; a whole one is an answer with more and more white space in it. */
    private void drip(String piece, Duration between) throws IOException {
        FakeAnswer.Says says = FakeAnswer.says("").inPieces(piece);
        reply.stream(request.streamed() ? wire.streamType() : JSON, () -> {
            String again = request.streamed() ? open(says).text() : "{ ";
            for (;;) {
                reply.write(again);
                again = request.streamed() ? again : " ";
                reply.pause(between);
            }
        });
    }

    /** Sends the frames of an answer up to its piece, and that piece, or all pieces of a call, again and again. */
    private void repeat(FakeAnswer.Fault.Endless it) throws IOException {
        String arguments = JsonText.write(WireJson.object("words", it.piece()));
        FakeAnswer.Says says = switch (it.part()) {
            case TEXT -> FakeAnswer.says("").inPieces(it.piece());
            case THINKING ->
                new FakeAnswer.Says(new FakeAnswer.Content(List.of(), List.of(it.piece()), List.of()), null,
                        FakeAnswer.Finish.STOP, FakeAnswer.Pace.AT_ONCE);
            case ARGUMENTS, CALLS -> FakeAnswer.calls(new FakeAnswer.Call("call_1", "look", arguments));
        };
        List<WireFormat.Frame> frames = wire.frames(request, says);
        List<WireFormat.Frame> pieces = frames.stream().filter(WireFormat.Frame::piece).toList();
        List<WireFormat.Frame> again = switch (it.part()) {
            case TEXT, THINKING -> List.of(pieces.getFirst());
            case ARGUMENTS -> List.of(pieces.get(Math.max(0, pieces.size() - 2))); // The last one may be empty.
            case CALLS -> pieces;
        };
        reply.stream(wire.streamType(), () -> {
            write(says, frames.subList(0, frames.indexOf(again.getLast())));
            for (;;) {
                write(says, again);
            }
        });
    }

    private void fill(long bytes) throws IOException {
        FakeAnswer.Says says = FakeAnswer.says("").inPieces("x".repeat(BLOCK));
        if (!request.streamed()) {
            swell(bytes);
            return;
        }
        reply.stream(wire.streamType(), () -> {
            List<WireFormat.Frame> frames = wire.frames(request, says);
            byte[] piece = open(says).text().getBytes(StandardCharsets.UTF_8);
            for (WireFormat.Frame frame : frames) {
                reply.write(frame.text());
                for (long sent = piece.length; isLong(frame) && sent < bytes; sent += piece.length) {
                    reply.write(piece);
                }
            }
        });
    }

    private void swell(long bytes) throws IOException {
        FakeAnswer.Says says = FakeAnswer.says("").inPieces(MARK);
        byte[] block = "x".repeat(BLOCK).getBytes(StandardCharsets.UTF_8);
        reply.stream(request.streamed() ? wire.streamType() : JSON, () -> {
            String all = request.streamed() ? joined(says) : whole(says);
            int at = all.indexOf(MARK);
            reply.write(all.substring(0, at));
            for (long sent = 0; sent < bytes; sent += block.length) {
                reply.write(block);
            }
            reply.write(all.substring(at + MARK.length()));
        });
    }

    /** 0xC3 begins a character of two bytes, 0x28 cannot be the second. */
    private void mangle() throws IOException {
        FakeAnswer.Says says = FakeAnswer.says("").inPieces("good " + MARK + " good");
        String all = request.streamed() ? joined(says) : whole(says);
        int at = all.indexOf(MARK);
        reply.stream(request.streamed() ? wire.streamType() : JSON, () -> {
            reply.write(all.substring(0, at));
            reply.write(new byte[] {(byte) 0xC3, 0x28, (byte) 0xFF});
            reply.write(all.substring(at + MARK.length()));
        });
    }

    private void garble(FakeAnswer.Says says, int after) throws IOException {
        if (!request.streamed()) {
            reply.whole(200, JSON, "{\"choices\": [{", Map.of());
            return;
        }
        List<WireFormat.Frame> frames = wire.frames(request, says);
        reply.stream(wire.streamType(), () -> {
            write(says, first(says, after));
            reply.write(wire.event("{\"oops\": [1, 2").text());
            write(says, frames.subList(Math.min(after, frames.size()), frames.size()));
        });
    }

    private void failLate(FakeAnswer.Fault.FailsLate it) throws IOException {
        WireFormat.Refusal refusal = wire.refusal(it.problem(), request);
        if (!request.streamed()) {
            reply.whole(refusal.status(), JSON, JsonText.write(refusal.body()), Map.of());
            return;
        }
        reply.stream(wire.streamType(), () -> {
            FakeAnswer.Says says = adapted(it.says());
            write(says, first(says, it.after()));
            reply.write(wire.failure(refusal).text());
        });
    }

    private List<WireFormat.Frame> first(FakeAnswer.Says says, int count) {
        List<WireFormat.Frame> frames = wire.frames(request, says);
        return frames.subList(0, Math.min(count, frames.size()));
    }

    /** The first frame with a piece of the answer in it. */
    private WireFormat.Frame open(FakeAnswer.Says says) {
        return wire.frames(request, says).stream().filter(WireFormat.Frame::piece).findFirst().orElseThrow();
    }

    private static boolean isLong(WireFormat.Frame frame) {
        return frame.text().length() >= BLOCK;
    }

    private String joined(FakeAnswer.Says says) {
        StringBuilder all = new StringBuilder();
        wire.frames(request, says).forEach(frame -> all.append(frame.text()));
        return all.toString();
    }

    private String whole(FakeAnswer.Says says) {
        return JsonText.write(wire.whole(request, says));
    }
}
