package dev.lockstep.pattern.pubsub;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What is published.
 *
 * @param topic that it is published to
 * @param publisher the number of who publishes
 * @param number that of the message, among those of its publisher
 * @param body position to limit
 */
record Message(String topic, int publisher, long number, ByteBuffer body) {
    /**
     * Messages are marshalled into memory of their own, for they wait in buffers: a magic number, the publisher's, the
     * message's, the length of the topic, the topic and the body. So they are unmarshalled.
     *
     * @param mostBytes of a body
     * @param isKept whether a message is kept while the next one is read, and so its body has to be copied
     */
    record Marshalled(int mostBytes, boolean isKept) implements Format<Message> {
        private static final int MAGIC = 0x4c6b7073;
        private static final int FIXED = Integer.BYTES + Integer.BYTES + Long.BYTES + Short.BYTES;

        @Override
        public int largest() {
            return FIXED + Requests.MOST_OF_A_TOPIC + mostBytes;
        }

        @Override
        public Message message(String topic, int publisher, long number, ByteBuffer body) {
            return new Message(topic, publisher, number, body);
        }

        @Override
        public ByteBuffer write(Message message) {
            byte[] topic = message.topic.getBytes(StandardCharsets.UTF_8);
            ByteBuffer body = message.body;
            return ByteBuffer.allocate(FIXED + topic.length + body.remaining())
                    .putInt(MAGIC)
                    .putInt(message.publisher)
                    .putLong(message.number)
                    .putShort((short) topic.length)
                    .put(topic)
                    .put(body.duplicate())
                    .flip();
        }

        /**
         * The topic of the message between position and limit, whose body nobody looks at.
         *
         * @throws IllegalStateException if there is none
         */
        static String topic(ByteBuffer in) {
            return new Marshalled(0, false).read(in).topic;
        }

        @Override
        public Message read(ByteBuffer in) {
            ByteBuffer bytes = in.duplicate();
            if (bytes.remaining() < FIXED || bytes.getInt() != MAGIC) {
                throw new IllegalStateException(in.remaining() + " bytes have come that are no message");
            }
            int publisher = bytes.getInt();
            long number = bytes.getLong();
            int length = bytes.getShort();
            if (length < 0 || length > bytes.remaining()) {
                throw new IllegalStateException("message " + number + " of publisher " + publisher
                        + " names a topic of " + length + " bytes, and has " + bytes.remaining() + " more");
            }
            byte[] topic = new byte[length];
            bytes.get(topic);
            ByteBuffer body =
                    isKept ? ByteBuffer.allocate(bytes.remaining()).put(bytes).flip() : bytes.slice();
            return new Message(new String(topic, StandardCharsets.UTF_8), publisher, number, body);
        }

        @Override
        public int publisher(Message message) {
            return message.publisher;
        }

        @Override
        public long number(Message message) {
            return message.number;
        }

        @Override
        public ByteBuffer body(Message message) {
            return message.body;
        }
    }
}
