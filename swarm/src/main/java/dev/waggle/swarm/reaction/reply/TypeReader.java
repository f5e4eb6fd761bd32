package dev.waggle.swarm.reaction.reply;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import dev.waggle.swarm.reaction.reply.word.NameKey;
import org.jspecify.annotations.Nullable;

/** Reader of the type of an item: its word, the name of the object that it is, or a stance, which only votes have. */
final class TypeReader {

    private static final Pattern PREFIX = Pattern.compile("^(?:a |an |the )?(?:signals?|swarm|type)[:./ _-]+");
    private static final Pattern SUFFIX = Pattern.compile("[ _-]signal$");

    /** Words for a discovery that models write in place of it. */
    private static final Map<String, ReplyKind> SYNONYMS = Map.of("finding", ReplyKind.DISCOVERY, "observation",
            ReplyKind.DISCOVERY, "insight", ReplyKind.DISCOVERY);

    private final List<ReplyKind> allowed;
    private final List<ReplyMend> mends;

    TypeReader(List<ReplyKind> allowed, List<ReplyMend> mends) {
        this.allowed = allowed;
        this.mends = mends;
    }

    /**
     * The kind of that item.
     *
     * @throws IllegalArgumentException when it has none
     */
    ReplyKind of(ReplyItem item, ReplyFields fields) {
        List<String> words = fields.texts(FieldName.TYPE, FieldName.TYPE.keys());
        Set<ReplyKind> kinds = new LinkedHashSet<>();
        words.forEach(word -> kind(word).ifPresent(kinds::add));
        String outer = item.typeName();
        if (outer != null) {
            kinds.add(ReplyKind.of(NameKey.bare(outer)).orElseThrow());
            mends.add(new ReplyMend(ReplyMend.Cause.TYPE, "the type is the name " + ReplyFields.quoted(outer)));
        }
        if (kinds.size() > 1 || (words.size() > 1 && kinds.size() != words.size() && outer == null)) {
            throw new IllegalArgumentException("\"type\" has two values that differ");
        }
        if (kinds.isEmpty() && !words.isEmpty()) {
            throw new IllegalArgumentException("there is no type " + ReplyFields.quoted(words.getFirst()));
        }
        return kinds.isEmpty() ? unnamed(fields) : kinds.iterator().next();
    }

    private ReplyKind unnamed(ReplyFields fields) {
        ReplyKind kind = fields.has(FieldName.STANCE) && fields.isStance() ? ReplyKind.VOTE
                : allowed.size() == 1 ? allowed.getFirst() : null;
        if (kind == null) {
            throw fields.missing(FieldName.TYPE);
        }
        mends.add(new ReplyMend(ReplyMend.Cause.TYPE, "the type is missing, it is a " + kind.wireName()));
        return kind;
    }

    private Optional<ReplyKind> kind(String word) {
        String bare = NameKey.bare(word);
        @Nullable ReplyKind kind = ReplyKind.of(bare).orElse(null);
        if (kind == null) {
            String plain = SUFFIX.matcher(PREFIX.matcher(bare).replaceFirst("")).replaceFirst("");
            kind = ReplyKind.of(plain).orElse(SYNONYMS.get(plain));
        }
        if ((kind != null && ReplyKind.of(word).isEmpty()) || (kind != null && SYNONYMS.containsKey(bare))) {
            mends.add(new ReplyMend(ReplyMend.Cause.TYPE, ReplyFields.quoted(word) + " is " + kind.wireName()));
        }
        return Optional.ofNullable(kind);
    }
}
