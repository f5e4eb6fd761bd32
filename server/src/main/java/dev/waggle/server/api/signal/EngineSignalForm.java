package dev.waggle.server.api.signal;

import java.util.Optional;

import dev.waggle.journal.form.DurableForm;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.pattern.Pattern;

/** Signals as the dashboard of the seed reads them: id, type, source, data and createdAt. */
final class EngineSignalForm {

    /** The family of these signals. */
    static final Pattern TYPES = Pattern.of("durable/**");

    private static final DurableForm FORM = new DurableForm();

    private EngineSignalForm() {}

    /** The object of a signal without its time to live, which the form cannot hold; empty for a foreign one. */
    static Optional<JsonValue.Obj> of(Signal it) {
        if (it.type().profile() != Profile.DURABLE) {
            return Optional.empty();
        }
        try {
            return Optional.of(FORM.encode(new Signal(it.id(), it.type(), it.source(), it.time(), it.payload(),
                    it.scope(), Links.NONE, it.grading(), Lifetime.unlimited(), Audience.everyone(),
                    it.extensions())));
        } catch (IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }
}
